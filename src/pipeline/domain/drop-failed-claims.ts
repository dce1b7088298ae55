import { CheckedClaim, CheckResult } from './answer-checker.js';
import { ComposedAnswer, ComposedCitation } from './composer.js';
import { overlap } from '../../text/text-span.js';

const MARK = /\[(\d{1,3})\]/gu;

/** Claims that must be removed: the contradicted ones, and the checkable ones that no passage contains. */
export function failedClaims({ claims, passed }: CheckResult): readonly CheckedClaim[] {
  if (passed) return [];
  return claims.filter(
    (claim) => claim.verdict === 'contradicted' || (claim.verdict === 'not_found' && claim.checkable),
  );
}

/** The text for the claim splitter. Marks become blanks, so that `[1]` is not read as a number of the answer. Offsets do not change. */
export function withoutMarks(text: string): string {
  return text.replace(MARK, (mark) => ' '.repeat(mark.length));
}

function numbersOf(citations: readonly ComposedCitation[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { chunkId } of citations) if (!numbers.has(chunkId)) numbers.set(chunkId, numbers.size + 1);
  return numbers;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The claims' spans, each with the marks and the white space after it, in order and without overlap. */
function stretches(text: string, claims: readonly Stretch[]): Stretch[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of [...claims].sort((a, b) => a.start - b.start)) {
    const tail = /^(?:\s*\[\d{1,3}\])*[^\S\n]*\n?/u.exec(text.slice(end))?.[0].length ?? 0;
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end + tail);
    else joined.push({ start, end: end + tail });
  }
  return joined;
}

/**
 * The answer without some of its claims: their text is removed with the marks after it and their citations. The remaining marks are
 * numbered again in the order of first use. Undefined if every cited claim is removed.
 */
export function dropFailedClaims(answer: ComposedAnswer, claims: readonly Stretch[]): ComposedAnswer | undefined {
  const gone = stretches(answer.text, claims);
  const overlaps = (c: Stretch) => gone.some((g) => overlap(c, g));
  const kept = answer.citations.filter((c) => !overlaps(c));
  if (kept.length === 0) return undefined;
  const [before, after] = [numbersOf(answer.citations), numbersOf(kept)];
  const renumbered = new Map([...before].map(([chunkId, n]) => [n, after.get(chunkId)]));
  // Walks over the remaining text and maps each position, since a mark may become shorter.
  let text = '';
  const places: { readonly from: number; readonly to: number }[] = [];
  const take = (start: number, end: number) => {
    for (const piece of answer.text.slice(start, end).split(/(\[\d{1,3}\])/u)) {
      places.push({ from: start, to: text.length });
      start += piece.length;
      const number = /^\[(\d{1,3})\]$/u.exec(piece)?.[1];
      const mark = number === undefined ? undefined : renumbered.get(Number(number));
      text += number === undefined ? piece : mark === undefined ? '' : `[${mark}]`;
    }
  };
  let at = 0;
  for (const { start, end } of gone) {
    take(at, start);
    at = end;
  }
  take(at, answer.text.length);
  const moved = (position: number) => {
    const piece = places.findLast(({ from }) => from <= position);
    return piece === undefined ? 0 : piece.to + position - piece.from;
  };
  const end = text.trimEnd().length;
  const citations = kept.map((c) => ({ ...c, start: moved(c.start), end: Math.min(end, moved(c.end - 1) + 1) }));
  const { findings } = answer;
  if (findings === undefined) return { ...answer, text: text.slice(0, end), citations };
  const uncited = findings.uncited
    .filter((stretch) => !overlaps(stretch))
    .map((stretch) => ({ start: moved(stretch.start), end: Math.min(end, moved(stretch.end - 1) + 1) }));
  return { ...answer, text: text.slice(0, end), citations, findings: { ...findings, uncited } };
}
