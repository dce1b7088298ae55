/** A citation in a reply: its numbers, and its offset in the text without marks. */
export interface CitationMark {
  /** Offset in the text without marks. */
  readonly at: number;
  /** Numbers as written, from 1; a number may have no passage. */
  readonly numbers: readonly number[];
}

/** `[2]`, `[1, 3]`, `[1-3]`, `【2】`, `[passage 2]`, with the blanks before it. All repetitions are bounded. */
const MARK =
  /[^\S\n]{0,20}[[【]\s{0,3}(?:passages?|sources?|문단|출처)?\s{0,3}(\d{1,3}(?:\s{0,3}[,;–-]\s{0,3}\d{1,3}){0,9})\s{0,3}[\]】]/giu;
/** A longer range is more likely a number of the text than a citation. */
const MAX_RANGE = 10;

function numbersOf(list: string): number[] {
  return list.split(/[,;]/u).flatMap((part) => {
    const [from = 0, to = from] = part.split(/[–-]/u).map(Number);
    if (to < from || to - from > MAX_RANGE) return [from, to];
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

/** Removes the citation marks from a reply and returns their offsets. */
export function separateMarks(reply: string): { readonly text: string; readonly marks: readonly CitationMark[] } {
  const marks: CitationMark[] = [];
  let text = '';
  let last = 0;
  for (const match of reply.matchAll(MARK)) {
    text += reply.slice(last, match.index);
    last = match.index + match[0].length;
    marks.push({ at: text.length, numbers: numbersOf(match[1] ?? '') });
  }
  return { text: text + reply.slice(last), marks };
}
