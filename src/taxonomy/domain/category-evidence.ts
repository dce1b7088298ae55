import { CategoryPath, foldPath } from '../../shared/domain/category-path.js';
import { LearnedScore } from './category-classifier.js';
import { centroid, cosine, rarityAmong, TermCounts, weigh } from './term-vector.js';

/** The fields of a stored passage that classification needs. */
export interface CountedPassage {
  readonly path: CategoryPath;
  readonly counts: TermCounts;
  /** Rank among the passages nearest to the text, from 0; undefined for other passages. */
  readonly rank: number | undefined;
}

/** Evidence for a category that holds documents; each value is 0..1. */
export interface CategoryEvidence {
  readonly path: CategoryPath;
  /**
   * Learned score of all its documents for the text; without a learned model, the cosine between the text and the centroid of its passages.
   */
  readonly likeness: number;
  /** Rank score of its nearest passages among all passages. */
  readonly nearness: number;
  /** Share of the words of its name that appear in the text's title. */
  readonly named: number;
  /** Whether the similarity was learned: the two kinds have different scales. */
  readonly learned: boolean;
}

/** Number of passages of one category that vote by rank: more would only measure its size. */
const VOTES = 3;
/** Rank at which a vote has half its weight. */
const HALF_AT = 10;

interface Group {
  readonly path: CategoryPath;
  readonly members: CountedPassage[];
}

/** Passages by category; spellings that differ in case are one category, under the first spelling. */
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

/** A text for the comparison with categories. */
export interface JudgedText {
  /** Terms of the text with its title. */
  readonly counts: TermCounts;
  /** Terms of the title alone. */
  readonly title: readonly string[];
  /** Learned scores of the categories that have one. */
  readonly learned: readonly LearnedScore[];
}

/**
 * Evidence for each category of these passages, the most similar first; none for a category that shares no word with the text.
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

/** Number of categories with the best learned scores that are candidates; the right one was always among far fewer. */
const LEARNED = 30;

/**
 * Evidence for each category with a learned score. The score replaces the similarity, which is known only for categories of the nearest
 * passages. Categories of near passages without a learned score follow.
 * @param near the nearest passages of all categories
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
