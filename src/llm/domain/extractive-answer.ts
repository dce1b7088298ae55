import { CitedSpan, Quotable, WriteRequest, WriterPassage } from './answer-writer.js';

/** A quote of the answer: offsets in the text of one passage. */
export interface Quote {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
}

/** Sentences of an answer at most; an explanation may be longer. */
const MAX_SENTENCES = { answer: 3, explanation: 6 } as const;
/** A further sentence must support the question nearly as well as the first, or bring words that are still missing. */
const NEAR_BEST = { answer: 0.55, explanation: 0.45 } as const;
/** A sentence of another passage comes along only when it is all but level: the reader should see both. */
const NEAR_RIVAL = 0.85;
/** Gain in covered question words (mean share) that makes a weaker sentence worth adding. */
const MIN_GAIN = 0.12;
const MIN_SUPPORT_FOR_GAIN = 0.45;
/** A lead such as `다음 각 호와 같다` is empty without its list. */
const LIST_LEAD = /(다음 각 (호|목)|다음과 같|각 호의|다음 표와 같|as follows|the following)[^\n]*$/iu;
const LIST_ITEM = /^\s*(\||\(?\d{1,2}[.)]|[가-하][.)]|[a-z][.)]\s|[-*•]\s|[①-⑳])/u;
const MAX_LIST_LINES = 8;
/** An exception belongs to its rule: leaving it out would make the answer wrong. */
const EXCEPTION = /^\s*(다만[,\s]|단[,\s]|however,|except )/iu;
/** Exceptions in a row: more than two would be an article of their own. */
const MAX_EXCEPTIONS = 2;

function meanShare(shares: readonly number[]): number {
  return shares.length === 0 ? 0 : shares.reduce((sum, s) => sum + s, 0) / shares.length;
}

/** The fewest sentences that answer: the best, then those nearly as good or those that bring what is still missing. */
export function selectSentences(request: WriteRequest): Quotable[] {
  const [best] = request.quotables;
  if (best === undefined) return [];
  const chosen = [best];
  let covered = [...best.shares];
  for (const candidate of request.quotables.slice(1)) {
    if (chosen.length >= MAX_SENTENCES[request.depth]) break;
    const merged = covered.map((share, i) => Math.max(share, candidate.shares[i] ?? 0));
    const gain = meanShare(merged) - meanShare(covered);
    const near = candidate.passage === best.passage ? NEAR_BEST[request.depth] : NEAR_RIVAL;
    const isNear = candidate.support >= near * best.support;
    const brings = gain >= MIN_GAIN && candidate.support >= MIN_SUPPORT_FOR_GAIN;
    if (!isNear && !brings) continue;
    chosen.push(candidate);
    covered = merged;
  }
  return chosen;
}

/** Lines of a list that follow a lead sentence, up to the end of the list. */
function listEnd(text: string, end: number): number {
  let last = end;
  let lines = 0;
  for (const match of text.slice(end).matchAll(/\n+([^\n]+)/gu)) {
    const line = match[1] ?? '';
    if (lines >= MAX_LIST_LINES || !(LIST_ITEM.test(line) || EXCEPTION.test(line))) break;
    last = end + match.index + match[0].length;
    lines++;
  }
  return last;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function isException(text: string, span: Span | undefined): boolean {
  return span !== undefined && EXCEPTION.test(text.slice(span.start, span.end));
}

/** Where a rule begins whose exceptions end up in the quote. */
function ruleStart(text: string, from: Span, sentences: readonly Span[]): number {
  let current = from;
  for (let i = 0; i < MAX_EXCEPTIONS && isException(text, current); i++) {
    const before = sentences.filter((s) => s.end <= current.start).at(-1);
    if (before === undefined || text.slice(before.end, current.start).trim() !== '') break;
    current = before;
  }
  return current.start;
}

/** The end with the list that the text up to it announces, and with the exceptions that follow, each with its own list. */
function contextEnd(text: string, span: Span, sentences: readonly Span[]): number {
  let { end } = span;
  if (LIST_LEAD.test(text.slice(span.start, end))) end = listEnd(text, end);
  for (let i = 0; i < MAX_EXCEPTIONS; i++) {
    const next = sentences.find((s) => s.start >= end);
    if (next === undefined || !isException(text, next) || text.slice(end, next.start).trim() !== '') break;
    end = LIST_LEAD.test(text.slice(next.start, next.end)) ? listEnd(text, next.end) : next.end;
  }
  return end;
}

/** The sentence with what it cannot be told without: its list, its exceptions, and the rule that an exception is one of. */
export function withContext(quotable: Quotable, passage: WriterPassage, sentences: readonly Span[]): Quote {
  const { text } = passage;
  return {
    passage: quotable.passage,
    start: ruleStart(text, quotable, sentences),
    end: contextEnd(text, quotable, sentences),
  };
}

/** Quotes of the same passage that touch or overlap become one. */
export function mergeQuotes(quotes: readonly Quote[]): Quote[] {
  const merged: Quote[] = [];
  for (const quote of quotes) {
    const touching = merged.filter(
      (q) => q.passage === quote.passage && quote.start <= q.end + 1 && quote.end >= q.start - 1,
    );
    const whole = {
      passage: quote.passage,
      start: Math.min(quote.start, ...touching.map((q) => q.start)),
      end: Math.max(quote.end, ...touching.map((q) => q.end)),
    };
    const [first, ...others] = touching;
    if (first === undefined) merged.push(whole);
    else merged[merged.indexOf(first)] = whole;
    // One quote may join two that stood apart.
    for (const other of others) merged.splice(merged.indexOf(other), 1);
  }
  return merged;
}

/** Joins quotes to an answer, each followed by the number of its passage's source, and cites every stretch. */
export function assemble(
  quotes: readonly Quote[],
  passages: readonly WriterPassage[],
): { readonly text: string; readonly citations: readonly CitedSpan[] } {
  const order = [...new Set(quotes.map((q) => q.passage))];
  let text = '';
  const citations: CitedSpan[] = [];
  for (const quote of quotes) {
    const verbatim = passages[quote.passage]?.text.slice(quote.start, quote.end) ?? '';
    if (text !== '') text += verbatim.includes('\n') ? '\n\n' : '\n';
    const start = text.length;
    text += verbatim;
    citations.push({ start, end: text.length, passage: quote.passage, quoteStart: quote.start, quoteEnd: quote.end });
    text += ` [${order.indexOf(quote.passage) + 1}]`;
  }
  return { text, citations };
}
