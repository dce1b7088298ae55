import { normalizedText } from '../../text/normalized-text.js';
import { tellsOfChange } from '../../text/sentences/heading-line.js';
import { Steps } from '../../shared/domain/steps.js';
import { blockSteps, editionBlocks, isArticleLabel } from './edition-blocks.js';
import { Passage } from './passage.js';

/** A part of a document that is compared as a whole: an article, a section, or in a text without either a paragraph or a row of a table. */
export interface EditionPart {
  /** `제8조(휴학의 신청)`, `Backups > Restore rehearsals`; undefined where the text has no structure. */
  readonly label: string | undefined;
  readonly text: string;
  /** Offset of the part in its document. */
  readonly start: number;
}

/** A difference between two editions. */
export interface EditionChange {
  readonly kind: 'added' | 'changed' | 'removed';
  readonly before: EditionPart | undefined;
  readonly after: EditionPart | undefined;
}

/** Two parts with fewer words in common are separate parts, not one changed part. */
const MIN_SHARED_WORDS = 0.5;
const LEVELS = ' > ';
/** Parts that are found by one word: a word of nearly every part distinguishes none. */
const MOST_WITH_WORD = 50;

/** The parts of a document, in order. A part that was cut into several passages is joined again. In steps: a document may have thousands. */
export function* partsOfEdition(text: string, passages: readonly Passage[]): Steps<EditionPart[]> {
  const joined: { label: string | undefined; start: number; end: number }[] = [];
  for (const { section, start, end } of passages) {
    const last = joined.at(-1);
    // Without structure the borders of passages depend on their length: a longer first paragraph would move all of them.
    if (last !== undefined && last.label === section) last.end = Math.max(last.end, end);
    else joined.push({ label: section, start, end });
  }
  const parts: EditionPart[] = [];
  for (const { label, start, end } of joined) {
    const part = { label, start, text: text.slice(start, end) };
    if (label !== undefined) parts.push(part);
    else for (const block of yield* blockSteps(part)) parts.push(block);
  }
  return parts;
}

/** Brackets that contain only when a provision was changed, as in `<개정 2020. 7. 1.>`. */
const BRACKETS = /[<〈[［【(（「〔][^<>〈〉[\]［］【】()（）「」〔〕]{1,200}[>〉\]］】)）」〕]/gu;

/** The words of a part for the comparison of two editions. The date of an amendment is not a change. */
export function comparedText(text: string): string {
  return normalizedText(text.replace(BRACKETS, (mark) => (tellsOfChange(mark.slice(1, -1)) ? '' : mark)));
}

/** Numbers of a Markdown heading, and of an article with its title. Elsewhere a number may be a reference: `제3조에 따라`. */
const HEADING_NUMBER =
  /^\s*#{1,6}\s+(?:(?:제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?|(?:article|section|§)\s*\d{1,4}(?:\.\d{1,3}){0,4})[.:]?|\d{1,3}(?:\.\d{1,3}){0,4}[.)]?\s)/iu;
const TITLED_NUMBER =
  /^\s*(?:제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?(?=\s?[(（【[〔])|(?:article|section|§)\s*\d{1,4}(?:\.\d{1,3}){0,4}(?:(?=\s?\()|[.:](?=\s)))/iu;
const ARTICLE_NUMBER = /^\s*제\s*\d{1,4}\s*조(?:\s*의\s*\d{1,3})?(?=\s)/u;
const HEADING_MARK = /^#{1,6}\s+/u;
/** A table's line between its header and its rows. */
const RULE = /^[ \t:|-]{3,}$/gmu;

/** The part without the headings of the chapters that begin with it: an article that moves inside its chapter is the same article. */
function ownText({ label, text }: EditionPart): string {
  const chapters = new Set((label?.split(LEVELS) ?? []).slice(0, -1).map(normalizedText));
  for (let rest = text; ;) {
    const line = /^[^\n]*/u.exec(rest)?.[0] ?? '';
    const words = normalizedText(line).replace(HEADING_MARK, '');
    if (line.length === rest.length || (words !== '' && !chapters.has(words))) return rest;
    rest = rest.slice(line.length + 1);
  }
}

function withoutNumber(text: string, label: string | undefined): string {
  const rest = text.replace(HEADING_NUMBER, '').replace(TITLED_NUMBER, '');
  return isArticleLabel(label) ? rest.replace(ARTICLE_NUMBER, '') : rest;
}

/** The words of a part without its number: an article that only has another number says the same. */
const wordsOf = (part: EditionPart): string => comparedText(withoutNumber(ownText(part), part.label).replace(RULE, ''));

/** Blanks do not count: Korean texts put them in different places. */
const keyOf = (part: EditionPart): string => wordsOf(part).replaceAll(' ', '');

/** The name of a part without its chapter and number, for example `(휴학의 신청)`. */
function nameOf({ label }: EditionPart): string | undefined {
  const name = label?.split(LEVELS).at(-1);
  return name === undefined
    ? undefined
    : withoutNumber(normalizedText(`# ${name}`), undefined)
        .replace(HEADING_MARK, '')
        .trim();
}

interface Compared {
  readonly part: EditionPart;
  /** All words without blanks: equal for parts that say the same. */
  readonly key: string;
  readonly name: string | undefined;
  readonly words: ReadonlySet<string>;
  /** Words by which the current search found it. */
  found: number;
}

function* comparedParts(parts: readonly EditionPart[]): Steps<Compared[]> {
  const compared: Compared[] = [];
  for (const part of parts) {
    const words = new Set(wordsOf(part).split(' '));
    compared.push({ part, key: keyOf(part), name: nameOf(part), words, found: 0 });
    yield;
  }
  return compared;
}

/** Share of the words of the shorter text that the other one contains. */
function sharedWords({ words: a }: Compared, { words: b }: Compared): number {
  const [few, many] = a.size < b.size ? [a, b] : [b, a];
  return few.size === 0 ? 0 : [...few].filter((word) => many.has(word)).length / few.size;
}

/** The earlier parts that are not paired yet, in order. */
class EarlierParts {
  /** The parts that no call took. */
  readonly left = new Set<Compared>();
  private readonly byWord = new Map<string, Compared[]>();

  add(one: Compared): void {
    this.left.add(one);
    for (const word of one.words) {
      const having = this.byWord.get(word);
      if (having === undefined) this.byWord.set(word, [one]);
      else if (having.length < MOST_WITH_WORD) having.push(one);
    }
  }

  /** Takes for each of the parts the first earlier one with the same name; parts without a name are left out. */
  takeByName(parts: readonly Compared[], nameOf: (one: Compared) => string | undefined) {
    const named = Map.groupBy(this.left, nameOf);
    return parts.map((one) => {
      const name = nameOf(one);
      const found = name === undefined ? undefined : named.get(name)?.shift();
      if (found !== undefined) this.left.delete(found);
      return found;
    });
  }

  /** Takes an earlier part that shares half of the words: of several the one with the most words in common. */
  takeSimilar(one: Compared): Compared | undefined {
    const candidates: Compared[] = [];
    for (const word of one.words)
      for (const candidate of this.byWord.get(word) ?? []) if (candidate.found++ === 0) candidates.push(candidate);
    let best: Compared | undefined;
    let most = 0;
    for (const candidate of candidates) {
      const { found } = candidate;
      candidate.found = 0;
      if (!this.left.has(candidate)) continue;
      const isSimilar = found / Math.min(candidate.words.size, one.words.size) >= MIN_SHARED_WORDS;
      const rank = isSimilar ? found + one.words.size : found;
      if (rank > most) [best, most] = [candidate, rank];
    }
    // Not all parts with a frequent word were found by it: the best one may share more than that.
    if (best === undefined || sharedWords(best, one) < MIN_SHARED_WORDS) return undefined;
    this.left.delete(best);
    return best;
  }
}

/**
 * What a new edition changes: parts with the same words are the same, wherever they are now, and whatever their number. Of the others those
 * with the same label or name are one part that was changed, and otherwise the ones that share half of their words.
 * @returns in the order of the new edition, what was removed at the end; in steps, since two long editions take seconds
 */
export function* editionChanges(
  before: readonly EditionPart[],
  after: readonly EditionPart[],
): Steps<readonly EditionChange[]> {
  const earlierParts = yield* comparedParts(before);
  const byKey = Map.groupBy(earlierParts, ({ key }) => key);
  const kept = new Set<Compared | undefined>();
  const others = (yield* comparedParts(after)).filter(({ key }) => {
    const same = byKey.get(key)?.shift();
    kept.add(same);
    return same === undefined;
  });
  const earlier = new EarlierParts();
  for (const one of earlierParts) {
    if (!kept.has(one)) earlier.add(one);
    yield;
  }
  const byLabel = earlier.takeByName(others, ({ part }) => part.label);
  const unlabelled = others.filter((_, i) => byLabel[i] === undefined);
  const byName = new Map(earlier.takeByName(unlabelled, ({ name }) => name).map((found, i) => [unlabelled[i], found]));
  const changes: EditionChange[] = [];
  for (const [i, one] of others.entries()) {
    const found = byLabel[i] ?? byName.get(one) ?? earlier.takeSimilar(one);
    changes.push({ kind: found === undefined ? 'added' : 'changed', before: found?.part, after: one.part });
    yield;
  }
  return changes.concat([...earlier.left].map(({ part }) => ({ kind: 'removed', before: part, after: undefined })));
}

const overlaps = (part: EditionPart, start: number, end: number): boolean =>
  start < part.start + part.text.length && end > part.start;

/** Only the first block and headings begin with a number of their own. */
const keyOfBlock = (block: EditionPart, i: number): string =>
  i === 0 || HEADING_MARK.test(block.text) ? keyOf(block) : comparedText(block.text).replaceAll(' ', '');

/** Whether the words at this place are in something that was changed: the article, and elsewhere the paragraph or the row. */
function isTouched({ before, after }: EditionChange, start: number, end: number): boolean {
  if (before === undefined || !overlaps(before, start, end)) return false;
  if (after === undefined) return true;
  const isWhole = isArticleLabel(before.label);
  const kept = new Set(editionBlocks(after, isWhole).map(keyOfBlock));
  return editionBlocks(before, isWhole).some(
    (block, i) => overlaps(block, start, end) && !kept.has(keyOfBlock(block, i)),
  );
}

/** A quotation; without a place it may be any of several equal sentences. */
export interface PlacedQuote {
  readonly quote: string;
  /** Offset in the text of the quoted edition, which may have been replaced since. */
  readonly start?: number | undefined;
}

function placesOf({ quote, start }: PlacedQuote, text: string): number[] {
  if (start !== undefined && text.startsWith(quote, start)) return [start];
  const places: number[] = [];
  for (let at = text.indexOf(quote); at >= 0 && quote !== ''; at = text.indexOf(quote, at + quote.length))
    places.push(at);
  return places;
}

/**
 * The change that makes a quotation outdated: what it quotes was changed or removed. Added parts change no quotation.
 * @param oldText text of the edition that is quoted
 * @returns undefined if the new edition still says the same
 */
export function changeOfQuote(
  quotation: PlacedQuote,
  oldText: string,
  changes: readonly EditionChange[],
): EditionChange | undefined {
  const places = placesOf(quotation, oldText);
  const { length } = quotation.quote;
  return changes.find((change) => places.some((start) => isTouched(change, start, start + length)));
}
