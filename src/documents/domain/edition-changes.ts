import { normalizedText } from '../../text/normalized-text.js';
import { Passage } from './passage.js';
import { tellsOfChange } from '../../text/sentences/heading-line.js';

/** A part of a document that is compared as a whole: an article, a section, or a passage without either. */
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

/** The parts of a document, in order. A part that was cut into several passages is joined again. */
export function partsOfEdition(text: string, passages: readonly Passage[]): EditionPart[] {
  const parts: { label: string | undefined; start: number; end: number }[] = [];
  for (const { section, start, end } of passages) {
    const last = parts.at(-1);
    if (last !== undefined && section !== undefined && last.label === section) last.end = Math.max(last.end, end);
    else parts.push({ label: section, start, end });
  }
  return parts.map(({ label, start, end }) => ({ label, start, text: text.slice(start, end) }));
}

/** Brackets that contain only when a provision was changed, as in `<개정 2020. 7. 1.>`. */
const BRACKETS = /[<〈[［【(（「〔][^<>〈〉[\]［］【】()（）「」〔〕]{1,200}[>〉\]］】)）」〕]/gu;

/** The words of a part for the comparison of two editions. The date of an amendment is not a change. */
export function comparedText(text: string): string {
  return normalizedText(text.replace(BRACKETS, (mark) => (tellsOfChange(mark.slice(1, -1)) ? '' : mark)));
}

/** Share of the words of the shorter text that the other one contains. */
function sharedWords(a: string, b: string): number {
  const [few, many] = [new Set(a.split(' ')), new Set(b.split(' '))].sort((x, y) => x.size - y.size);
  if (few === undefined || many === undefined || few.size === 0) return 0;
  return [...few].filter((word) => many.has(word)).length / few.size;
}

interface Compared {
  readonly part: EditionPart;
  readonly text: string;
}

/** Removes and returns the first part that `fits`. */
function take(parts: Compared[], fits: (one: Compared) => boolean): Compared | undefined {
  const at = parts.findIndex(fits);
  return at < 0 ? undefined : parts.splice(at, 1)[0];
}

/**
 * What a new edition changes: parts with the same words are the same, wherever they are now; of the others those with the same label are
 * one part that was changed, and among those without a label the ones that share half of their words.
 * @returns in the order of the new edition, what was removed at the end
 */
export function editionChanges(before: readonly EditionPart[], after: readonly EditionPart[]): EditionChange[] {
  const compared = (part: EditionPart): Compared => ({ part, text: comparedText(part.text) });
  const byText = new Map<string, Compared[]>();
  const old = before.map(compared);
  for (const one of old) byText.set(one.text, [...(byText.get(one.text) ?? []), one]);
  const kept = new Set<Compared>();
  const others: Compared[] = [];
  for (const one of after.map(compared)) {
    const same = byText.get(one.text)?.shift();
    if (same === undefined) others.push(one);
    else kept.add(same);
  }
  const rest = old.filter((one) => !kept.has(one));
  const labelled = others.map((one) => ({
    one,
    earlier: one.part.label === undefined ? undefined : take(rest, ({ part }) => part.label === one.part.label),
  }));
  const changes = labelled.map(({ one, earlier }): EditionChange => {
    const found = earlier ?? take(rest, ({ text }) => sharedWords(text, one.text) >= MIN_SHARED_WORDS);
    return { kind: found === undefined ? 'added' : 'changed', before: found?.part, after: one.part };
  });
  return [...changes, ...rest.map(({ part }): EditionChange => ({ kind: 'removed', before: part, after: undefined }))];
}

/**
 * Whether a quotation is out of date: its part is changed or removed, or the new edition does not contain its words.
 * @param start offset of the quotation in the old text
 */
export function isQuoteOutdated(
  quote: string,
  start: number,
  changes: readonly EditionChange[],
  newText: string,
): boolean {
  const touched = changes.some(
    ({ before }) =>
      before !== undefined && start < before.start + before.text.length && start + quote.length > before.start,
  );
  return touched || !comparedText(newText).includes(comparedText(quote));
}
