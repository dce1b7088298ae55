import type { ShownAnswer } from './shown-answer.js';

/** A part of an answer: plain words, words that a source supports, or the number of a source. */
export type Part =
  { readonly kind: 'words' | 'cited'; readonly text: string } | { readonly kind: 'number'; readonly n: number };

/** An ellipsis for omitted words may precede them. */
const NUMBERS = /^(?:\s?(?:…|\| … \|)(?=\s?\[\d))?(?:\s?\[\d+\])*/;

function numbered(text: string): Part[] {
  return text.split(/\[(\d+)\]/).flatMap((part, i): Part[] => {
    if (i % 2 === 1) return [{ kind: 'number', n: Number(part) }];
    return part === '' ? [] : [{ kind: 'words', text: part }];
  });
}

/** Splits an answer into parts. Adds the number of a citation if it is missing after the cited words. */
export function citedParts({ response, citations }: Pick<ShownAnswer, 'response' | 'citations'>): readonly Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { start, end } of citations.toSorted((a, b) => a.start - b.start)) {
    if (start < at) continue;
    const behind = NUMBERS.exec(response.slice(end))?.[0] ?? '';
    const unmarked = citations.filter((c) => c.start === start && !behind.includes(`[${c.source_n}]`));
    parts.push(...numbered(response.slice(at, start)), { kind: 'cited', text: response.slice(start, end) });
    parts.push(...numbered(behind), ...unmarked.map((c): Part => ({ kind: 'number', n: c.source_n })));
    at = end + behind.length;
  }
  return [...parts, ...numbered(response.slice(at))];
}
