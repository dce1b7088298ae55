import { sentenceSpans } from '../../text/sentences/sentences.js';
import { TextSpan } from '../../text/text-span.js';
import { AlignablePassage, alignable, alignClaim, holdsNumbers } from './align-claim.js';
import { givesAwayPrompt, ScreenSource, screenSource, withoutForeignAddresses } from './answer-screen.js';
import { CitedSpan, WriterPassage } from './written-answer.js';
import { CitationMark, separateMarks } from './citation-marks.js';
import { claimTerms } from './claim-terms.js';
import { deniesAnswer } from './no-answer.js';

/** What is left of a reply, or of its begin, once each of its sentences was held against the passages that it cites. */
export interface CheckedAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  /** Sentences without a citation of their own that stay: what a passage says too, and words that lead to the next sentence. */
  readonly uncited: readonly TextSpan[];
  /** Numbers that name no passage. */
  readonly droppedCitations: number;
  /** Sentences that were left out because no passage says them, or since they give the prompt away. */
  readonly leftOut: number;
  /** Of those, the ones that give the prompt away. */
  readonly leaks: number;
  /** Links, addresses and tags that stand in no passage. */
  readonly removedAddresses: number;
  /** Passages in order of their first citation: the numbers of the marks. */
  readonly order: readonly number[];
  /** What stood behind the last sentence that was kept. */
  readonly since: string;
}

/** What replies are held against. */
export interface CheckSource {
  readonly passages: readonly AlignablePassage[];
  readonly screen: ScreenSource;
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
  /** A passage says it, though it cites none. */
  readonly known: boolean;
  readonly leaks: boolean;
}

/** `Yes.` or `The steps are:` say nothing that a passage could hold. */
const MAX_WORDS_WITHOUT_CLAIM = 1;
const LIST_MARKER = /^\s*(?:\d{1,2}[.)]|[-*•])\s+/u;

export const NOTHING_CHECKED: CheckedAnswer = {
  text: '',
  citations: [],
  uncited: [],
  droppedCitations: 0,
  leftOut: 0,
  leaks: 0,
  removedAddresses: 0,
  order: [],
  since: '',
};

/** Without the sentences that speak to a model: an address that one of them gives is no address of the document. */
function withoutInstructions(passage: WriterPassage, { instructions }: AlignablePassage): WriterPassage {
  const text = instructions.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    passage.text,
  );
  return { ...passage, text };
}

/** @param secret the prompt's rules, which must not show in the answer */
export function checkSource(passages: readonly WriterPassage[], secret = ''): CheckSource {
  const parts = passages.map((passage) => ({ passage, part: alignable(passage) }));
  const trusted = parts.map(({ passage, part }) => withoutInstructions(passage, part));
  return { passages: parts.map(({ part }) => part), screen: screenSource(trusted, secret) };
}

/** The sentence that a mark belongs to: the one it stands in or behind; at the start of a line, the one that follows. */
function owner(mark: CitationMark, spans: readonly TextSpan[], text: string): number {
  const before = spans.findLastIndex((span) => span.start < mark.at);
  const span = spans[before];
  if (span === undefined) return 0;
  return mark.at > span.end && text.slice(span.end, mark.at).includes('\n') ? before + 1 : before;
}

function claimsOf(text: string, marks: readonly CitationMark[], passageCount: number): Claim[] {
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

function judge(claim: Claim, { passages, screen }: CheckSource): JudgedClaim {
  if (givesAwayPrompt(claim.text, screen)) return { ...claim, quotes: [], known: false, leaks: true };
  if (deniesAnswer(claim.text)) return { ...claim, quotes: [], known: false, leaks: false };
  const terms = claimTerms(claim.text.replace(LIST_MARKER, ''));
  const quotesIn = (indices: readonly number[]): Quote[] => {
    if (
      !holdsNumbers(
        terms,
        indices.flatMap((index) => passages[index] ?? []),
      )
    )
      return [];
    return indices.flatMap((index) => {
      const passage = passages[index];
      const span = passage === undefined ? undefined : alignClaim(terms, passage);
      return span === undefined ? [] : [{ passage: index, start: span.start, end: span.end }];
    });
  };
  const quotes = quotesIn(claim.cited);
  // A citation that does not hold is a false one: looking for a better one would hide it.
  const known = !claim.marked && claim.cited.length === 0 && quotesIn([...passages.keys()]).length > 0;
  return { ...claim, quotes, known, leaks: false };
}

function saysNothing(claim: JudgedClaim): boolean {
  if (claim.marked || claim.leaks) return false;
  const { numbers, wordCount } = claimTerms(claim.text);
  return numbers.length === 0 && (wordCount <= MAX_WORDS_WITHOUT_CLAIM || /[:：]\**$/u.test(claim.text));
}

/** Claims with a quote, those that a passage says beside a cited one, and what merely leads to one of them. */
function kept(judged: readonly JudgedClaim[], isCitedBefore: boolean): ReadonlySet<JudgedClaim> {
  const isCited = isCitedBefore || judged.some((claim) => claim.quotes.length > 0);
  const keep = new Set<JudgedClaim>();
  judged.reduceRight<JudgedClaim | undefined>((next, claim) => {
    const leads = saysNothing(claim) && next !== undefined && keep.has(next);
    if (claim.quotes.length > 0 || (claim.known && isCited) || leads) keep.add(claim);
    return claim;
  }, undefined);
  return keep;
}

/** What stood between two sentences; a blank, a line or a paragraph where something was left out. */
function gap(between: string): string {
  if (between.trim() === '') return between === '' ? ' ' : between;
  return /\n\s*\n/u.test(between) ? '\n\n' : between.includes('\n') ? '\n' : ' ';
}

/** The answer with one more sentence at its end; marks are renumbered 1..k in order of first use. */
function append(answer: CheckedAnswer, claim: JudgedClaim): CheckedAnswer {
  const lead = answer.text === '' ? '' : gap(answer.since);
  const start = answer.text.length + lead.length;
  const end = start + claim.text.length;
  const order = [...new Set([...answer.order, ...claim.quotes.map((quote) => quote.passage)])];
  const marks = claim.quotes.map((quote) => `[${order.indexOf(quote.passage) + 1}]`).join('');
  const citations = claim.quotes.map((quote) => ({
    start,
    end,
    passage: quote.passage,
    quoteStart: quote.start,
    quoteEnd: quote.end,
  }));
  return {
    ...answer,
    text: answer.text + lead + claim.text + (marks === '' ? '' : ` ${marks}`),
    citations: [...answer.citations, ...citations],
    uncited: marks === '' ? [...answer.uncited, { start, end }] : answer.uncited,
    order,
    since: '',
  };
}

/**
 * Holds one part of a reply (see `blockEnds`) against the passages that it cites, and adds what holds to the answer so far. Each
 * sentence must share its words with a sentence of a cited passage and must hold no number that those passages lack; one that
 * does not is left out. Links and addresses that no passage holds are taken out of what stays.
 */
export function checkBlock(answer: CheckedAnswer, block: string, source: CheckSource): CheckedAnswer {
  const screened = withoutForeignAddresses(block, source.screen);
  const { text, marks } = separateMarks(screened.text);
  const count = source.passages.length;
  const claims = claimsOf(text, marks, count).map((claim) => judge(claim, source));
  const keep = kept(claims, answer.order.length > 0);
  let checked: CheckedAnswer = {
    ...answer,
    droppedCitations:
      answer.droppedCitations + marks.flatMap((mark) => mark.numbers).filter((n) => n < 1 || n > count).length,
    removedAddresses: answer.removedAddresses + screened.removed,
    leaks: answer.leaks + claims.filter((claim) => claim.leaks).length,
    leftOut: answer.leftOut + claims.filter((claim) => !keep.has(claim) && !saysNothing(claim)).length,
  };
  let end = 0;
  for (const claim of claims) {
    checked = { ...checked, since: checked.since + text.slice(end, keep.has(claim) ? claim.start : claim.end) };
    if (keep.has(claim)) checked = append(checked, claim);
    end = claim.end;
  }
  return { ...checked, since: checked.since + text.slice(end) };
}
