import { sentenceSpans, sentencesOfPassage } from '../../text/sentences/sentences.js';
import { shownText } from '../../text/shown-text.js';
import { beginsInside, gapMark, tailMark } from './left-out.js';
import { quotationUnit } from './quotation-unit.js';
import { CitedSpan, Quotable, WriteRequest, WriterPassage } from './written-answer.js';
import { tellingStretch } from './long-sentence.js';

/** A quote of the answer: offsets in the text of one passage. */
export interface Quote {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
}

interface Breadth {
  /** Maximum number of chosen sentences, each with its context. */
  readonly units: number;
  /** Maximum number of all sentences; the first sentence and its context are never cut. */
  readonly sentences: number;
  /** Maximum number of characters, including the marks of sources. */
  readonly characters: number;
  /** No further sentence is added once the chosen ones contain the answer with this probability. */
  readonly enough: number;
  /** A sentence of another passage is added only if it is nearly as likely as the first: the reader should see both. */
  readonly rival: number;
  /** The same for a sentence of another article of the same document: a rule is often spread over its neighbours. */
  readonly sibling: number;
}

/**
 * A question asks for one fact, an explanation for several. Up to three places are quoted, if each may contain the answer: on natural
 * questions the likeliest sentence alone is right in two thirds of the cases in which one of the three likeliest is. The values of an
 * explanation were chosen by judgement.
 */
const BREADTH: Readonly<Record<WriteRequest['depth'], Breadth>> = {
  answer: { units: 3, sentences: 12, characters: 1_000, enough: 0.95, rival: 0.05, sibling: 0.05 },
  explanation: { units: 6, sentences: 16, characters: 1_400, enough: 0.99, rival: 0.5, sibling: 0.5 },
};
/** A sentence with less support than this only dilutes the answer. */
const LEAST_SUPPORT = 0.02;
/** ` [1]` and the line break after it. */
const MARK_LENGTH = 5;
/** The sentence with its required context, as quotes of its passage. */
export function quotesOf({ passage, start, end }: Quotable, { text }: WriterPassage): Quote[] {
  return quotationUnit(text, { start, end }, sentencesOfPassage(text)).map((span) => ({ passage, ...span }));
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
    // One quote may join two separate ones.
    for (const other of others) merged.splice(merged.indexOf(other), 1);
  }
  return merged;
}

/** The size of the quotes after merging those that touch. */
function sizeOf(
  quotes: readonly Quote[],
  passages: readonly WriterPassage[],
): { sentences: number; characters: number } {
  let [sentences, characters] = [0, 0];
  for (const { passage, start, end } of mergeQuotes(quotes)) {
    sentences += sentenceSpans(passages[passage]?.text.slice(start, end) ?? '').length;
    characters += end - start + MARK_LENGTH;
  }
  return { sentences, characters };
}

/** A sentence that is already shown within another quote adds nothing. */
function isCovered(one: Quotable, shown: readonly Quote[]): boolean {
  return shown.some(({ passage, start, end }) => passage === one.passage && start <= one.start && one.end <= end);
}

/** An enumeration that does not fit is quoted in part. */
function withinRoom(quotable: Quotable, { passages, question, depth }: WriteRequest): Quotable {
  const text = passages[quotable.passage]?.text;
  if (text === undefined || quotable.end - quotable.start <= BREADTH[depth].characters - MARK_LENGTH) return quotable;
  return { ...quotable, ...tellingStretch(text, quotable, question, BREADTH[depth].characters - MARK_LENGTH) };
}

/** Minimum probability of a sentence, relative to the likeliest one, to be quoted with it. */
function leastShare(candidate: Quotable, best: Quotable, { passages, depth }: WriteRequest): number {
  if (candidate.passage === best.passage) return 0;
  const document = passages[best.passage]?.document;
  const isSibling = document !== undefined && passages[candidate.passage]?.document === document;
  return isSibling ? BREADTH[depth].sibling : BREADTH[depth].rival;
}

/**
 * The fewest sentences that probably answer: the likeliest, then the next ones while they fit. If the probability is split between two
 * sentences, both are quoted; if one has it all, only that one.
 */
export function selectSentences(request: WriteRequest): Quotable[] {
  const breadth = BREADTH[request.depth];
  const candidateSentences = request.candidateSentences.map((quotable) => withinRoom(quotable, request));
  const [best] = candidateSentences;
  if (best === undefined) return [];
  const unitOf = (quotable: Quotable): Quote[] => {
    const passage = request.passages[quotable.passage];
    return passage === undefined ? [] : quotesOf(quotable, passage);
  };
  const chosen = [best];
  let shown = unitOf(best);
  let probability = best.support;
  for (const candidate of candidateSentences.slice(1)) {
    if (chosen.length >= breadth.units || probability >= breadth.enough) break;
    if (candidate.support < LEAST_SUPPORT) break;
    if (candidate.support < leastShare(candidate, best, request) * best.support) continue;
    if (!isCovered(candidate, shown)) {
      const together = [...shown, ...unitOf(candidate)];
      const { sentences, characters } = sizeOf(together, request.passages);
      if (sentences > breadth.sentences || characters > breadth.characters) continue;
      chosen.push(candidate);
      shown = together;
    }
    probability += candidate.support;
  }
  return chosen;
}

/** Reading order: passages in the order of their first quote, each from its start to its end. */
function inReadingOrder(quotes: readonly Quote[]): Quote[] {
  const order = [...new Set(quotes.map(({ passage }) => passage))];
  return [...quotes].sort((a, b) => order.indexOf(a.passage) - order.indexOf(b.passage) || a.start - b.start);
}

const FULL_STOP = /[.!?。]["'”’)\]]*$/u;
const ROW = /^\|/u;

/** The separator between two sentences of an answer. */
function between(said: string, next: string, isSameLine: boolean): string {
  if (isSameLine) return ' ';
  // Rows of one table, and items of one list, stay together.
  if (ROW.test(said) && ROW.test(next)) return '\n';
  return FULL_STOP.test(said) || !ROW.test(next) ? '\n' : '\n\n';
}

/**
 * Joins quotes to an answer, those of a passage followed by the number of its source; every sentence is shown in readable form with its own
 * citation. An ellipsis marks omitted text of a passage; it belongs to no citation.
 * @param isWhole the question asks for these spans by their numbers: nothing is omitted from them
 */
export function assemble(
  quotes: readonly Quote[],
  passages: readonly WriterPassage[],
  isWhole = false,
): { readonly text: string; readonly citations: readonly CitedSpan[] } {
  const ordered = inReadingOrder(quotes);
  const order = [...new Set(ordered.map((q) => q.passage))];
  let text = '';
  let said = '';
  const citations: CitedSpan[] = [];
  ordered.forEach((quote, i) => {
    const stored = passages[quote.passage]?.text ?? '';
    const verbatim = stored.slice(quote.start, quote.end);
    const before = ordered[i - 1];
    const gap = before === undefined || isWhole || isOfOther(ordered, i) ? '' : gapMark(stored, before, quote);
    const isBegun = !isWhole && gap === '' && beginsInside(stored, quote);
    let last = 0;
    sentenceSpans(verbatim).forEach((span, n) => {
      const shown = shownText(verbatim.slice(span.start, span.end));
      if (text !== '')
        text +=
          n === 0 && isOfOther(ordered, i)
            ? '\n\n'
            : between(said, shown, n > 0 && !verbatim.slice(last, span.start).includes('\n'));
      if (n === 0 && gap !== '') text += `${gap}\n`;
      if (n === 0 && isBegun) text += '… ';
      const start = text.length;
      text += shown;
      said = shown;
      last = span.end;
      citations.push({
        start,
        end: text.length,
        passage: quote.passage,
        quoteStart: quote.start + span.start,
        quoteEnd: quote.start + span.end,
      });
    });
    if (ordered[i + 1]?.passage === quote.passage) return;
    const tail = isWhole ? '' : tailMark(stored, quote);
    if (tail !== '') text += `${tail === '…' && !said.includes('\n') && isProse(said) ? ' ' : '\n'}${tail}`;
    text += ` [${order.indexOf(quote.passage) + 1}]`;
  });
  return { text, citations };
}

/** False for an item or a row, which is a separate line; the ellipsis after it is another line. */
function isProse(said: string): boolean {
  return !/^\s{0,20}(?:\||[-*+•·○●□■]\s|\(?\d{1,3}[.)]|[가-하][.)]|[a-z][.)]\s|[①-⑳])/u.test(said);
}

/** Whether a quote is of another passage than the one before it. */
function isOfOther(quotes: readonly Quote[], i: number): boolean {
  return quotes[i - 1]?.passage !== quotes[i]?.passage;
}
