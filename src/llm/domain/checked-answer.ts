import { sentenceSpans } from '../../text/sentences/sentences.js';
import { TextSpan } from '../../text/text-span.js';
import { AlignablePassage, alignable, alignClaim, holdsValues } from './align-claim.js';
import { givesAwayPrompt, ScreenSource, screenSource, withoutForeignAddresses } from './answer-screen.js';
import { CitedSpan, WriterPassage } from './written-answer.js';
import { CitationMark, separateMarks } from './citation-marks.js';
import { claimTerms } from './claim-terms.js';
import { deniesAnswer } from './no-answer.js';

/** The part of a reply, or of its start, whose sentences have support in the passages that they cite. */
export interface CheckedAnswer {
  readonly text: string;
  readonly citations: readonly CitedSpan[];
  /** Kept sentences without a citation: sentences that a passage supports, and leads of the next sentence. */
  readonly uncited: readonly TextSpan[];
  /** Numbers that name no passage. */
  readonly droppedCitations: number;
  /** Number of sentences that were removed because no passage supports them, or because they reveal the prompt. */
  readonly leftOut: number;
  /** Of those, the ones that reveal the prompt. */
  readonly leaks: number;
  /** Links, addresses and tags that are in no passage. */
  readonly removedAddresses: number;
  /** Passages in order of their first citation: the numbers of the marks. */
  readonly order: readonly number[];
  /** The text after the last kept sentence. */
  readonly since: string;
}

/** The data for checking replies. */
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
  /** Indices of the passages that it cites; numbers beyond the list are dropped. */
  readonly cited: readonly number[];
  readonly marked: boolean;
}

interface JudgedClaim extends Claim {
  readonly quotes: readonly Quote[];
  /** A passage supports it, though it cites none. */
  readonly known: boolean;
  readonly leaks: boolean;
}

/** `Yes.` or `The steps are:` contain no claim that a passage could support. */
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

/** Without the sentences that address a model: a link in one of them does not count as a link of the document. */
function withoutInstructions(passage: WriterPassage, { instructions }: AlignablePassage): WriterPassage {
  const text = instructions.reduceRight(
    (rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`,
    passage.text,
  );
  return { ...passage, text };
}

/** @param secret the prompt's rules, which must not be in the answer */
export function checkSource(passages: readonly WriterPassage[], secret = ''): CheckSource {
  const parts = passages.map((passage) => ({ passage, part: alignable(passage) }));
  const trusted = parts.map(({ passage, part }) => withoutInstructions(passage, part));
  return { passages: parts.map(({ part }) => part), screen: screenSource(trusted, secret) };
}

/** The sentence of a mark: the one around or before it; at the start of a line, the next one. */
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
  // Models often cite once for a whole line: an unmarked sentence takes the citation of the next sentence in its line.
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
      !holdsValues(
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
  // A citation without support is false: a search for a better passage would hide that.
  const known = !claim.marked && claim.cited.length === 0 && quotesIn([...passages.keys()]).length > 0;
  return { ...claim, quotes, known, leaks: false };
}

function saysNothing(claim: JudgedClaim): boolean {
  if (claim.marked || claim.leaks) return false;
  const { checked, wordCount } = claimTerms(claim.text);
  return checked.length === 0 && (wordCount <= MAX_WORDS_WITHOUT_CLAIM || /[:：]\**$/u.test(claim.text));
}

/** Claims with a quote, claims that a passage supports next to a cited one, and leads of one of them. */
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

/** The text between two sentences; a blank, a line break or a paragraph break if something was removed. */
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
 * Checks one part of a reply (see `blockEnds`) against the passages that it cites, and appends the supported sentences to the answer so
 * far. Each sentence must share its words with a sentence of a cited passage, and each of its values must be in a cited passage; otherwise
 * it is removed. Links and addresses that no passage contains are removed from the kept sentences.
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
