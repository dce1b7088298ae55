import { sentenceSpans } from '../../shared/domain/sentences.js';
import { CitedSpan, Quotable, WriteRequest, WriterPassage } from './written-answer.js';
import { tellingStretch } from './long-sentence.js';

/** A quote of the answer: offsets in the text of one passage. */
export interface Quote {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
}

interface Breadth {
  /** Chosen sentences at most, each with what belongs to it. */
  readonly units: number;
  /** All sentences at most; the first sentence and what belongs to it are never cut. */
  readonly sentences: number;
  /** Characters at most, the marks of sources included. */
  readonly characters: number;
  /** No further sentence once the chosen ones hold the answer with this probability. */
  readonly enough: number;
  /** A sentence of another passage comes along only when it is nearly as likely as the first: the reader should see both. */
  readonly rival: number;
  /** The same for a sentence of another article of the same document: a rule is often spread over its neighbours. */
  readonly sibling: number;
}

/**
 * A question wants one fact, an explanation an account. Up to three places are quoted as long as the answer may stand in each: on natural questions
 * the likeliest sentence alone is right in two thirds of the cases in which one of the three likeliest is. The values of an explanation
 * were chosen by judgement.
 */
const BREADTH: Readonly<Record<WriteRequest['depth'], Breadth>> = {
  answer: { units: 3, sentences: 8, characters: 900, enough: 0.95, rival: 0.05, sibling: 0.05 },
  explanation: { units: 6, sentences: 8, characters: 1_200, enough: 0.99, rival: 0.5, sibling: 0.5 },
};
/** What is less likely than this only dilutes. */
const LEAST_SUPPORT = 0.02;
/** ` [1]` and the line break behind it. */
const MARK_LENGTH = 5;
/** A lead such as `다음 각 호와 같다` is empty without its list. */
const LIST_LEAD = /(다음 각 (호|목)|다음과 같|각 호의|다음 표와 같|as follows|the following)[^\n]{0,500}$/iu;
const LIST_ITEM = /^\s*(\||\(?\d{1,2}[.)]|[가-하][.)]|[a-z][.)]\s|[-*•]\s|[①-⑳])/u;
const MAX_LIST_LINES = 8;
/** An exception belongs to its rule: leaving it out would make the answer wrong. */
const EXCEPTION = /^\s*(다만[,\s]|단[,\s]|except )/iu;
/** In rules it opens an exception, in prose a mere contrast: it comes along where there is room. */
const CONTRAST = /^\s*however,/iu;
const ROOM = 480;
/** Exceptions in a row: more than two would be an article of their own. */
const MAX_EXCEPTIONS = 2;

/** Lines of a list that follow a lead sentence, up to the end of the list. */
function listEnd(text: string, end: number): number {
  let last = end;
  let lines = 0;
  for (const match of text.slice(end).matchAll(/(?<!\n)\n+([^\n]+)/gu)) {
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

/** @param length of the quote with the span */
function isException(text: string, span: Span | undefined, length: number): boolean {
  if (span === undefined) return false;
  const sentence = text.slice(span.start, span.end);
  return EXCEPTION.test(sentence) || (CONTRAST.test(sentence) && length <= ROOM);
}

/** Where a rule begins whose exceptions end up in the quote. */
function ruleStart(text: string, from: Span, sentences: readonly Span[]): number {
  let current = from;
  for (let i = 0; i < MAX_EXCEPTIONS; i++) {
    const before = sentences.filter((s) => s.end <= current.start).at(-1);
    if (before === undefined || text.slice(before.end, current.start).trim() !== '') break;
    if (!isException(text, current, from.end - before.start)) break;
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
    if (next === undefined || text.slice(end, next.start).trim() !== '') break;
    if (!isException(text, next, next.end - span.start)) break;
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

/** What the quotes of some sentences, with all that belongs to them, come to. */
function sizeOf(
  quotables: readonly Quotable[],
  passages: readonly WriterPassage[],
): { sentences: number; characters: number } {
  const quotes = quotables.flatMap((quotable) => {
    const passage = passages[quotable.passage];
    return passage === undefined ? [] : [withContext(quotable, passage, sentenceSpans(passage.text))];
  });
  let [sentences, characters] = [0, 0];
  for (const { passage, start, end } of mergeQuotes(quotes)) {
    sentences += sentenceSpans(passages[passage]?.text.slice(start, end) ?? '').length;
    characters += end - start + MARK_LENGTH;
  }
  return { sentences, characters };
}

/** An enumeration that has no room is quoted in part. */
function withinRoom(quotable: Quotable, { passages, question, depth }: WriteRequest): Quotable {
  const text = passages[quotable.passage]?.text;
  if (text === undefined || quotable.end - quotable.start <= BREADTH[depth].characters - MARK_LENGTH) return quotable;
  return { ...quotable, ...tellingStretch(text, quotable, question, BREADTH[depth].characters - MARK_LENGTH) };
}

/** How likely a sentence must be beside the likeliest one to be said with it. */
function leastShare(candidate: Quotable, best: Quotable, { passages, depth }: WriteRequest): number {
  if (candidate.passage === best.passage) return 0;
  const document = passages[best.passage]?.document;
  const isSibling = document !== undefined && passages[candidate.passage]?.document === document;
  return isSibling ? BREADTH[depth].sibling : BREADTH[depth].rival;
}

/**
 * The fewest sentences that probably answer: the likeliest, then those that the answer stands in otherwise, as long as there is
 * room. Probability split between neighbours brings both; probability on one sentence brings it alone.
 */
export function selectSentences(request: WriteRequest): Quotable[] {
  const breadth = BREADTH[request.depth];
  const quotables = request.quotables.map((quotable) => withinRoom(quotable, request));
  const [best] = quotables;
  if (best === undefined) return [];
  let chosen = [best];
  let probability = best.support;
  for (const candidate of quotables.slice(1)) {
    if (chosen.length >= breadth.units || probability >= breadth.enough) break;
    if (candidate.support < LEAST_SUPPORT) break;
    if (candidate.support < leastShare(candidate, best, request) * best.support) continue;
    const { sentences, characters } = sizeOf([...chosen, candidate], request.passages);
    if (sentences > breadth.sentences || characters > breadth.characters) continue;
    chosen = [...chosen, candidate];
    probability += candidate.support;
  }
  return chosen;
}

const FULL_STOP = /[.!?。]["'”’)\]]*$/u;

/** Joins quotes to an answer, each followed by the number of its passage's source; every sentence has a citation of its own. */
export function assemble(
  quotes: readonly Quote[],
  passages: readonly WriterPassage[],
): { readonly text: string; readonly citations: readonly CitedSpan[] } {
  const order = [...new Set(quotes.map((q) => q.passage))];
  let text = '';
  // Without a full stop the next quote would read as the same sentence.
  let isOpen = false;
  const citations: CitedSpan[] = [];
  for (const quote of quotes) {
    const verbatim = passages[quote.passage]?.text.slice(quote.start, quote.end) ?? '';
    if (text !== '') text += verbatim.includes('\n') || isOpen ? '\n\n' : '\n';
    isOpen = !FULL_STOP.test(verbatim);
    const start = text.length;
    text += verbatim;
    for (const span of sentenceSpans(verbatim))
      citations.push({
        start: start + span.start,
        end: start + span.end,
        passage: quote.passage,
        quoteStart: quote.start + span.start,
        quoteEnd: quote.start + span.end,
      });
    text += ` [${order.indexOf(quote.passage) + 1}]`;
  }
  return { text, citations };
}
