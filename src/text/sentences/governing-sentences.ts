import { isHeadingSpan } from './heading-line.js';
import { holdsEmptyLine, TextSpan } from '../text-span.js';

/** A sentence with the sentences that it depends on. */
export interface PlacedSentence extends TextSpan {
  /**
   * Indexes of the sentences that govern it, outermost first: the heading of its paragraph, the lead of its list, its parent items, the
   * header rows of its table. Empty for a self-contained sentence.
   */
  readonly governors: readonly number[];
  /** The first and the last sentence of its paragraph, item or row. */
  readonly block: readonly [first: number, last: number];
  /** Whether it is running prose, not part of a provision, an item or a row. */
  readonly isProse: boolean;
  /** Whether it is a header row of a table. */
  readonly isTableHead: boolean;
  /** Whether it is a heading in plain text, which governs the paragraph on the next line. */
  readonly isHeading: boolean;
}

/** Nesting depth of a line; a larger number is nested in a smaller one. */
const RANK = { article: 0, paragraph: 1, prose: 1.5, number: 2, letter: 3, bracket: 4, bullet: 5 } as const;
/** Indentation nests bullets: one level for two spaces. */
const INDENT_STEP = 0.1;
const LARGEST_INDENT = 40;

const MARKERS: readonly (readonly [pattern: RegExp, rank: number])[] = [
  [/^(?:\*\*)?제\s?\d{1,4}\s?조/u, RANK.article],
  [/^[①-⑳㉑-㉟㊱-㊿]/u, RANK.paragraph],
  [/^\d{1,3}(?:\.\d{1,3}){0,4}[.]\s/u, RANK.number],
  [/^[가-하][.]\s/u, RANK.letter],
  [/^[a-z][.)]\s/u, RANK.letter],
  [/^(?:\d{1,3}\)|\(\d{1,3}\)|[가-하]\)|\([가-하]\))\s?/u, RANK.bracket],
  [/^[-*+•·∙‣○●◦□■▪▫]\s/u, RANK.bullet],
];

/** The announcement of a list: `다음 각 호의 사람은`, `as follows:`. */
const LEAD =
  /다음 ?각|각 ?(?:호|목)(?:의|에|와)|다음(?:과|의| 사항| 표)|아래(?:와|의)|following|as follows|below|:\s*(?:\*\*)?$/iu;
const HEADING = /^#{1,6}\s/u;
const ROW = /^\|.*\||^[^|\n]{1,200} \| /su;
const RULE = /^(?=[^-]*---)[\s:|-]+$/u;
const DIGIT = /\d/u;

interface Block {
  readonly first: number;
  last: number;
  readonly rank: number;
  readonly isRow: boolean;
  readonly isHeading: boolean;
}

function indentOf(text: string, start: number): number {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  return Math.min(LARGEST_INDENT, start - lineStart);
}

function rankOf(text: string, { start, end }: TextSpan): number {
  const found = MARKERS.find(([pattern]) => pattern.test(text.slice(start, Math.min(end, start + 12))));
  if (found === undefined) return RANK.prose;
  const [, rank] = found;
  return rank < RANK.number ? rank : rank + INDENT_STEP * Math.floor(indentOf(text, start) / 2);
}

/** A sentence starts a block if it starts its line. The other sentences of the line belong to the same block. */
function blocksOf(text: string, spans: readonly TextSpan[]): Block[] {
  const blocks: Block[] = [];
  spans.forEach((span, i) => {
    const before = spans[i - 1];
    const rank = rankOf(text, span);
    const isOnNewLine = before === undefined || text.slice(before.end, span.start).includes('\n');
    const current = blocks.at(-1);
    if (current !== undefined && !isOnNewLine && (rank === RANK.prose || rank > RANK.paragraph)) {
      current.last = i;
      return;
    }
    const said = text.slice(span.start, span.end);
    blocks.push({ first: i, last: i, rank, isRow: ROW.test(said), isHeading: HEADING.test(said) });
  });
  return blocks;
}

/** Returns the last sentence of a block that announces a list; undefined if there is none. */
function announcing(text: string, spans: readonly TextSpan[], { first, last }: Block): number | undefined {
  for (let i = last; i >= first; i--) {
    const span = spans[i];
    if (span !== undefined && LEAD.test(text.slice(span.start, span.end))) return i;
  }
  return undefined;
}

/** Returns the parent block of an item: a provision above it, or prose that announces the list; none after a heading. */
function parentOf(text: string, spans: readonly TextSpan[], blocks: readonly Block[], at: number): number | undefined {
  const { rank } = blocks[at] ?? { rank: RANK.prose };
  if (rank < RANK.number) return undefined;
  for (let i = at - 1; i >= 0; i--) {
    const above = blocks[i];
    if (above === undefined || above.isHeading) return undefined;
    if (above.rank >= rank) continue;
    if (above.rank !== RANK.prose || announcing(text, spans, above) !== undefined) return i;
    // Prose between two items belongs to the item before it.
    if (blocks.slice(0, i).every((other) => other.rank < RANK.number)) return undefined;
  }
  return undefined;
}

/** Returns the headings in plain text, each with the last sentence of its paragraph. A provision has its own title. */
function titlesOf(text: string, spans: readonly TextSpan[]): Map<number, number> {
  const titles = new Map<number, number>();
  spans.forEach((span, i) => {
    if (!isHeadingSpan(text, span)) return;
    let last = i;
    for (let next = spans[last + 1]; next !== undefined; next = spans[last + 1]) {
      if (holdsEmptyLine(text.slice(spans[last]?.end, next.start))) break;
      if (rankOf(text, next) <= RANK.paragraph || (last > i && isHeadingSpan(text, next))) break;
      last++;
    }
    titles.set(i, last);
  });
  return titles;
}

/** `| 구분 | 금액 |`: a header row has no figures and the rows below have some, or a delimiter row follows it. */
function tableHead(said: readonly string[], from: number, to: number): number | undefined {
  if (to - from < 2) return undefined;
  if (RULE.test(said[from + 1] ?? '')) return from;
  if (DIGIT.test(said[from] ?? '')) return undefined;
  return said.slice(from + 1, to).some((row) => DIGIT.test(row)) ? from : undefined;
}

/**
 * Returns the sentences of a text with their governors, which determine their meaning: the lead of the list decides whether `3. 살아 있는 짐승`
 * is allowed or forbidden, and `18학점` belongs to a column named by the header row.
 * @param spans its sentences, ascending
 */
export function placedSentences(text: string, spans: readonly TextSpan[]): PlacedSentence[] {
  const blocks = blocksOf(text, spans);
  const said = spans.map(({ start, end }) => text.slice(start, end));
  const governors: number[][] = spans.map(() => []);
  const heads = new Set<number>();
  blocks.forEach((block, at) => {
    const parent = parentOf(text, spans, blocks, at);
    const above = parent === undefined ? undefined : blocks[parent];
    if (above === undefined) return;
    // If no sentence announces the list, its lead is the sentence before it.
    const lead = announcing(text, spans, above) ?? above.last;
    const own = [...(governors[above.first] ?? []), lead];
    for (let i = block.first; i <= block.last; i++) governors[i] = own;
  });
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at];
    if (block?.isRow !== true) continue;
    let to = at;
    while (blocks[to]?.isRow === true) to++;
    const first = block.first;
    const end = (blocks[to - 1]?.last ?? first) + 1;
    const head = tableHead(said, first, end);
    if (head !== undefined) {
      heads.add(head);
      if (RULE.test(said[head + 1] ?? '')) heads.add(head + 1);
      for (let i = head + 1; i < end; i++) if (!heads.has(i)) governors[i] = [...heads].filter((each) => each >= first);
    }
    at = to - 1;
  }
  const titles = titlesOf(text, spans);
  for (const [title, last] of titles)
    for (let i = title + 1; i <= last; i++) governors[i] = [title, ...(governors[i] ?? [])];
  return spans.map((span, i) => {
    const block = blocks.find(({ first, last }) => first <= i && i <= last);
    return {
      start: span.start,
      end: span.end,
      governors: governors[i] ?? [],
      block: [block?.first ?? i, block?.last ?? i],
      isProse: block === undefined || (block.rank === RANK.prose && !block.isRow),
      isTableHead: heads.has(i),
      isHeading: titles.has(i),
    };
  });
}
