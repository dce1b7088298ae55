import { CategoryPath, foldPath } from '../../shared/domain/category-path.js';
import { LearnedScore } from './category-classifier.js';
import { centroid, cosine, rarityAmong, TermCounts, weigh } from './term-vector.js';

/** A stored passage as far as classification needs it. */
export interface CountedPassage {
  readonly path: CategoryPath;
  readonly counts: TermCounts;
  /** Place among the passages nearest to the text, from 0; undefined for one that is not among them. */
  readonly rank: number | undefined;
}

/** What speaks for a category that holds documents; each is 0..1. */
export interface CategoryEvidence {
  readonly path: CategoryPath;
  /** What all its documents teach about the text; the cosine between the text and the middle of its passages where nothing was learned. */
  readonly likeness: number;
  /** How far in front its nearest passages are among all passages. */
  readonly nearness: number;
  /** Share of the words of its name that stand in the text's title. */
  readonly named: number;
  /** Whether the likeness was learned: the two sorts lie on scales of their own. */
  readonly learned: boolean;
}

/** Passages of one category that speak for it by their rank: more would only tell how much it holds. */
const VOTES = 3;
/** Rank at which a vote counts half. */
const HALF_AT = 10;

interface Group {
  readonly path: CategoryPath;
  readonly members: CountedPassage[];
}

/** Passages by category; spellings that differ in case are one category, under the spelling that came first. */
function groups(passages: readonly CountedPassage[]): Group[] {
  const byKey = new Map<string, Group>();
  for (const passage of passages) {
    const key = foldPath(passage.path);
    const group = byKey.get(key) ?? { path: passage.path, members: [] };
    group.members.push(passage);
    byKey.set(key, group);
  }
  return [...byKey.values()];
}

function voteOf({ rank }: CountedPassage): number {
  return rank === undefined ? 0 : 1 / (1 + rank / HALF_AT);
}

function votes(members: readonly CountedPassage[]): number {
  const best = members.map(voteOf).sort((a, b) => b - a);
  return best.slice(0, VOTES).reduce((sum, vote) => sum + vote, 0);
}

/** The categories of the nearest passages, the one with the best ranks first. */
export function nearestCategories(passages: readonly CountedPassage[], limit: number): readonly CategoryPath[] {
  return groups(passages)
    .map(({ path, members }) => ({ path, key: foldPath(path), score: votes(members) }))
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, limit)
    .map(({ path }) => path);
}

function shareIn(words: readonly string[], name: readonly string[]): number {
  const distinct = new Set(name);
  return distinct.size === 0 ? 0 : [...distinct].filter((word) => words.includes(word)).length / distinct.size;
}

/** A text as it is compared with categories. */
export interface JudgedText {
  /** Terms of the text with its title. */
  readonly counts: TermCounts;
  /** Terms of the title alone. */
  readonly title: readonly string[];
  /** Scores of the categories that something was learned of. */
  readonly learned: readonly LearnedScore[];
}

/**
 * What speaks for each category of these passages, the most alike first; none for a category that shares no word with the text.
 * @param nameOf terms of a category's last label
 */
export function categoryEvidence(
  { counts: text, title }: Omit<JudgedText, 'learned'>,
  passages: readonly CountedPassage[],
  nameOf: (path: CategoryPath) => readonly string[],
): readonly CategoryEvidence[] {
  const categories = groups(passages);
  const weightOf = rarityAmong(categories.map(({ members }) => members.map(({ counts }) => counts)));
  const vector = weigh(text, weightOf);
  return categories
    .map(({ path, members }) => ({
      path,
      likeness: cosine(vector, centroid(members.map(({ counts }) => weigh(counts, weightOf)))),
      nearness: votes(members) / Math.min(VOTES, members.length),
      named: shareIn(title, nameOf(path)),
      learned: false,
    }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (foldPath(a.path) < foldPath(b.path) ? -1 : 1));
}

/** Categories with the best learned scores that are candidates; the right one was always among far fewer. */
const LEARNED = 30;

/**
 * What speaks for each category where something was learned: its score takes the place of the likeness, which only the nearest of its
 * passages have. Categories of near passages that nothing was learned of yet come behind.
 * @param near the nearest passages of all
 */
export function learnedEvidence(
  { title, learned }: Omit<JudgedText, 'counts'>,
  near: readonly CountedPassage[],
  nameOf: (path: CategoryPath) => readonly string[],
): readonly CategoryEvidence[] {
  const nearest = groups(near);
  const nearness = new Map(nearest.map(({ path, members }) => [foldPath(path), votes(members) / VOTES]));
  const known = new Set(learned.map(({ path }) => foldPath(path)));
  const unlearned = nearest.filter(({ path }) => !known.has(foldPath(path))).map(({ path }) => ({ path, score: 0 }));
  return [...learned.slice(0, LEARNED), ...unlearned].map(({ path, score }) => ({
    path,
    likeness: Math.max(0, score),
    nearness: nearness.get(foldPath(path)) ?? 0,
    named: shareIn(title, nameOf(path)),
    learned: true,
  }));
}
