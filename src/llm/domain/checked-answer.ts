import { sentenceSpans } from '../../shared/domain/sentences.js';
import { TextSpan } from '../../shared/domain/text-span.js';
import { AlignablePassage, alignable, alignClaim, holdsNumbers } from './align-claim.js';
import { CitedSpan, WriterPassage } from './answer-writer.js';
import { CitationMark, separateMarks } from './citation-marks.js';
import { claimTerms } from './claim-terms.js';

/** What is left of a reply once each of its sentences was held against the passages that it cites. */
export interface CheckedAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  /** Sentences that were left out because no cited passage says them. */
  readonly unsupported: number;
}

interface Quote extends TextSpan {
  readonly passage: number;
}

/** A sentence of the reply without its marks. */
interface Claim extends TextSpan {
  readonly text: string;
  /** Indices of the passages that it cites; numbers beyond the list are gone. */
  readonly cited: readonly number[];
  readonly marked: boolean;
}

interface JudgedClaim extends Claim {
  readonly quotes: readonly Quote[];
}

/** `Yes.` or `The steps are:` say nothing that a passage could hold. */
const MAX_WORDS_WITHOUT_CLAIM = 1;
const LIST_MARKER = /^\s*(?:\d{1,2}[.)]|[-*•])\s+/u;

/** The sentence that a mark belongs to: the one it stands in or behind; at the start of a line, the one that follows. */
function owner(mark: CitationMark, spans: readonly TextSpan[], text: string): number {
  const before = spans.findLastIndex((span) => span.start < mark.at);
  const span = spans[before];
  if (span === undefined) return 0;
  return mark.at > span.end && text.slice(span.end, mark.at).includes('\n') ? before + 1 : before;
}

function claimsOf(reply: string, passageCount: number): Claim[] {
  const { text, marks } = separateMarks(reply);
  const spans = sentenceSpans(text);
  const owners = marks.map((mark) => owner(mark, spans, text));
  const claims = spans.map((span, i) => {
    const numbers = marks.filter((_, m) => owners[m] === i).flatMap((mark) => mark.numbers);
    const cited = [...new Set(numbers)].filter((n) => n >= 1 && n <= passageCount).map((n) => n - 1);
    return { ...span, text: text.slice(span.start, span.end), cited, marked: numbers.length > 0 };
  });
  // Models often cite once for a whole line: an unmarked sentence stands on what the next of its line cites.
  return claims.reduceRight<Claim[]>((done, claim) => {
    const [next] = done;
    const inherits = !claim.marked && next !== undefined && !text.slice(claim.end, next.start).includes('\n');
    return [inherits ? { ...claim, cited: next.cited } : claim, ...done];
  }, []);
}

function judge(claim: Claim, passages: readonly AlignablePassage[]): JudgedClaim {
  const terms = claimTerms(claim.text.replace(LIST_MARKER, ''));
  const cited = claim.cited.flatMap((index) => passages[index] ?? []);
  if (!holdsNumbers(terms, cited)) return { ...claim, quotes: [] };
  const quotes = claim.cited.flatMap((index) => {
    const passage = passages[index];
    const span = passage === undefined ? undefined : alignClaim(terms, passage);
    return span === undefined ? [] : [{ passage: index, start: span.start, end: span.end }];
  });
  return { ...claim, quotes };
}

function saysNothing(claim: Claim): boolean {
  if (claim.marked) return false;
  const { numbers, wordCount } = claimTerms(claim.text);
  return numbers.length === 0 && (wordCount <= MAX_WORDS_WITHOUT_CLAIM || /[:：]\**$/u.test(claim.text));
}

/** Claims with a quote, and what merely leads to one of them. */
function kept(judged: readonly JudgedClaim[]): JudgedClaim[] {
  const keep: boolean[] = [];
  for (let i = judged.length - 1; i >= 0; i--) {
    const claim = judged[i];
    keep[i] = claim !== undefined && (claim.quotes.length > 0 || (saysNothing(claim) && keep[i + 1] === true));
  }
  return judged.filter((_, i) => keep[i]);
}

/** What stood between two sentences; a blank, a line or a paragraph where something was left out. */
function gap(text: string, from: number, to: number): string {
  const between = text.slice(from, to);
  if (between.trim() === '') return between === '' ? ' ' : between;
  return /\n\s*\n/u.test(between) ? '\n\n' : between.includes('\n') ? '\n' : ' ';
}

/**
 * Holds a model's reply against the passages that it cites. Each sentence must share its words with a sentence of a cited passage
 * and must hold no number that those passages lack; one that does not is left out. Marks are renumbered 1..k in order of first use.
 * @returns undefined when no sentence of the reply can be tied to a passage
 */
export function checkAnswer(reply: string, passages: readonly WriterPassage[]): CheckedAnswer | undefined {
  const parts = passages.map(alignable);
  const plain = separateMarks(reply).text;
  const judged = claimsOf(reply, passages.length).map((claim) => judge(claim, parts));
  const claims = kept(judged);
  const order = [...new Set(claims.flatMap((claim) => claim.quotes.map((quote) => quote.passage)))];
  if (order.length === 0) return undefined;
  const citations: CitedSpan[] = [];
  let text = '';
  claims.forEach((claim, i) => {
    const previous = claims[i - 1];
    if (previous !== undefined) text += gap(plain, previous.end, claim.start);
    const start = text.length;
    text += claim.text;
    for (const { passage, start: quoteStart, end: quoteEnd } of claim.quotes)
      citations.push({ start, end: start + claim.text.length, passage, quoteStart, quoteEnd });
    if (claim.quotes.length > 0)
      text += ` ${claim.quotes.map((quote) => `[${order.indexOf(quote.passage) + 1}]`).join('')}`;
  });
  return {
    text,
    citations,
    unsupported: judged.filter((claim) => claim.quotes.length === 0 && !saysNothing(claim)).length,
  };
}
