import { Injectable } from '@nestjs/common';
import { CheckFacts, MAX_ANSWER_LENGTH } from '../../../fact-check/application/check-facts.js';
import { checkClaim } from '../../../fact-check/domain/check-claim.js';
import { EvidenceIndex } from '../../../fact-check/domain/matching/evidence-index.js';
import { clauseReading } from '../../../text/clauses/clause-reading.js';
import { spanPieces } from '../../../fact-check/domain/span-pieces.js';
import { verificationQuery } from '../../../fact-check/domain/fact-check.js';
import { withoutMarks } from '../../../pipeline/domain/drop-failed-claims.js';
import { SearchPassages } from '../../../search/application/search-passages.js';
import { sentenceSpans } from '../../../text/sentences/sentences.js';
import { Clock, today } from '../../../shared/domain/clock.js';
import { MeaningSource } from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { inSlices } from '../../../shared/domain/steps.js';
import {
  AnswerToCheck,
  CheckedClaim,
  CheckPlace,
  ClaimChecker,
  ClaimVerdict,
  FactContext,
  isFailedClaim,
} from '../../domain/claim-checker.js';
import { isInForce } from '../../questions/domain/question-pool.js';
import { isFoundElsewhere, quotedFrom } from '../domain/quoted-claims.js';
import { readAnswer } from '../domain/grade-answer.js';
import { AnswerReading } from '../domain/judging-case.js';
import { Nearness, nearnessBy, termsOf } from '../domain/meaning.js';
import { readableAnswer } from '../domain/readable-answer.js';
import { readFact } from '../domain/required-facts.js';
import { repeatsQuestion } from '../domain/said-of-what.js';
import { withSecondOpinion } from '../domain/second-opinion.js';
import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { Gold, isOpenGold, Question } from '../../domain/question.js';
import { filterOf, DocumentSource, SourceDocument } from '../../domain/session-scope.js';

/** Passages that an abstention is compared with. */
const LOOKED_AT = 20;
/** At least three claims of an answer with three sentences are recorded. */
const WANTED_CLAIMS = 3;
/** Maximum length of a sentence without a claim in the record. */
const SHOWN = 300;
/** UTF-16 units of a gold document that are read. */
const MAX_DOCUMENT = 400_000;
/** Documents that are read for quotes: the right one and cited ones. */
const MOST_CITED = 6;
/** A fact with more words is a sentence. */
const MOST_TERMS = 4;

/** The fact check of the service as the session's checker. It runs its own search, independent of the sources of the answer. */
@Injectable()
export class FactCheckClaims extends ClaimChecker {
  /** Loaded with the first answer. */
  private near: Nearness | undefined;

  constructor(
    private readonly checkFacts: CheckFacts,
    private readonly searchPassages: SearchPassages,
    private readonly clock: Clock,
    private readonly documents: DocumentSource,
    private readonly meaning: MeaningSource,
  ) {
    super();
  }

  async check(answer: AnswerToCheck, place: CheckPlace, signal: AbortSignal): Promise<readonly CheckedClaim[]> {
    const { question, gold, cited = [] } = answer;
    // A source mark is not a number of the claim after it, and reasoning is not a claim.
    const text = readableAnswer(answer.text);
    const reading = gold === undefined ? undefined : await this.read({ text, question, gold }, place, signal);
    if (gold !== undefined && isSilent(reading)) return [await this.abstention(question, gold, place, signal)];
    // Neither an evasion nor the repeated question claims anything.
    if (claimsNothing(reading, text, question)) return unclaimed(text, []).map(unverifiable);
    const checked = await this.factCheck(text, question, place, signal);
    const judged = reading === undefined || reading.goldText === '' ? checked : withSecondOpinion(checked, reading);
    return this.withQuotes(judged, { cited, rightId: gold?.documentId ?? undefined }, place, signal);
  }

  /** Reads the right document and the cited ones, as far as they may be seen and are in force. */
  private async withQuotes(
    claims: readonly CheckedClaim[],
    { cited, rightId }: { readonly cited: readonly string[]; readonly rightId: string | undefined },
    place: CheckPlace,
    signal: AbortSignal,
  ): Promise<readonly CheckedClaim[]> {
    const own = new Set([...(rightId === undefined ? [] : [rightId]), ...cited]);
    if (!claims.some((claim) => isFailedClaim(claim) || isFoundElsewhere(claim, own))) return claims;
    const day = place.asOf ?? today(this.clock);
    const held: SourceDocument[] = [];
    for (const documentId of [...own].slice(0, MOST_CITED)) {
      const stored = await this.documents.one(documentId, place.scope, signal);
      if (stored !== undefined && isInForce(stored, day)) held.push(stored);
    }
    return quotedFrom(claims, held, rightId);
  }

  /** The answer read by meaning against the gold passage and its document. */
  private async read(
    { text, question, gold }: { readonly text: string; readonly question: string; readonly gold: Gold },
    { scope }: CheckPlace,
    signal: AbortSignal,
  ): Promise<AnswerReading> {
    this.near ??= nearnessBy(await this.meaning.load());
    const { documentId, quote, requiredFacts, answerable } = gold;
    const stored = documentId === null ? undefined : await this.documents.one(documentId, scope, signal);
    const passage = {
      documentId: documentId ?? '',
      title: stored?.title ?? '',
      text: (stored?.text ?? '').slice(0, MAX_DOCUMENT),
    };
    const judged = {
      question,
      answer: text,
      answerable,
      facts: requiredFacts.map((fact) => [fact]),
      gold: quote === null ? [] : [{ ...passage, quotes: [quote] }],
      reference: undefined,
      citations: [],
      cited: [],
      rest: [],
      phrases: { evasive: [], abstaining: [] },
      nearness: this.near,
    };
    return inSlices(readAnswer(judged), undefined, signal);
  }

  private async factCheck(
    text: string,
    question: string,
    place: CheckPlace,
    signal: AbortSignal,
  ): Promise<readonly CheckedClaim[]> {
    const request = {
      answer: withoutMarks(text),
      question,
      filter: filterOf(place.scope),
      asOf: place.asOf,
    };
    const { claims } = await this.checkFacts.check(request, signal);
    const checked = claims.map((claim) => ({
      claim: claim.text,
      query: verificationQuery(claim.text, question),
      verdict: claim.verdict,
      checkable: claim.checkable,
      quote: claim.evidence?.quote ?? null,
      documentId: claim.evidence?.id ?? null,
      chunkId: claim.evidence?.chunkId ?? null,
      confidence: claim.confidence,
      reasons: claim.reasons,
    }));
    return [...checked, ...unclaimed(text, claims).map(unverifiable)].slice(0, Math.max(checked.length, WANTED_CLAIMS));
  }

  /** The gold says whether the documents answer; the checker's own search says whether that could be found. */
  checkAbstention(question: Question, place: CheckPlace, signal: AbortSignal): Promise<CheckedClaim> {
    return this.abstention(question.text, question.gold, place, signal);
  }

  private async abstention(
    question: string,
    gold: Gold,
    place: CheckPlace,
    signal: AbortSignal,
  ): Promise<CheckedClaim> {
    const { hits } = await this.searchPassages.search({
      query: question,
      topK: LOOKED_AT,
      mode: 'hybrid',
      rerank: true,
      scope: {
        filter: filterOf(place.scope),
        asOf: place.asOf ?? today(this.clock),
      },
      signal,
    });
    const { quote, documentId } = gold;
    const answerable = gold.answerable && !isOpenGold(gold);
    const rank = hits.findIndex(
      ({ passage }) =>
        passage.documentId === documentId &&
        (quote === null || foldedWithoutSpaces(passage.text).includes(foldedWithoutSpaces(quote))),
    );
    const where =
      rank < 0 ? `none of ${hits.length} passages of a search holds it` : `a search finds it at place ${rank + 1}`;
    return {
      claim: `The documents do not answer: ${question}`,
      query: question,
      verdict: answerable ? 'contradicted' : 'supported',
      checkable: true,
      quote: answerable ? quote : null,
      documentId: answerable ? documentId : null,
      chunkId: hits[rank]?.passage.chunkId ?? null,
      confidence: 1,
      reasons: [
        answerable
          ? `the documents answer it, and ${where}`
          : `no document answers the question; ${hits.length} passages of a search were checked`,
      ],
    };
  }

  states(answer: string, fact: string, asked?: FactContext): ClaimVerdict {
    const text = readableAnswer(answer.slice(0, MAX_ANSWER_LENGTH));
    const read = asked === undefined ? undefined : this.readFact(text, fact, asked);
    return read ?? statesLiterally(text, fact);
  }

  /** A short fact, in other words or the other language; whole sentences are compared like claims. */
  private readFact(text: string, fact: string, { question, quote }: FactContext): ClaimVerdict | undefined {
    if (termsOf(fact).length > MOST_TERMS) return undefined;
    const setting = { question, gold: quote === null ? [] : [quote], nearness: this.near ?? (() => 0) };
    const { verdict } = readFact([fact], text, setting);
    if (verdict === 'missing') return undefined;
    return verdict === 'stated' ? 'supported' : 'contradicted';
  }
}

const isSilent = (reading: AnswerReading | undefined): boolean =>
  reading?.kind === 'abstention' || reading?.kind === 'refusal';

const claimsNothing = (reading: AnswerReading | undefined, text: string, question: string): boolean =>
  reading?.kind === 'evasion' || reading?.kind === 'clarifying' || repeatsQuestion(text, question);

function statesLiterally(text: string, fact: string): ClaimVerdict {
  if (foldedWithoutSpaces(text).includes(foldedWithoutSpaces(fact)) || givesSameValue(text, fact)) return 'supported';
  const index = EvidenceIndex.of([{ id: 'answer', text }]);
  return checkClaim({ start: 0, end: fact.length, text: fact }, index).verdict;
}

/** Other words of a fact next to its number. */
const LIMIT_WORDS = /이상|이하|미만|초과|이내|이전|이후|안|간|전|후|\s/gu;

/** `10퍼센트` equals `10%`, `14일 이내` equals `2주 이내`: facts that consist of a value, with the same unit, limit and size. */
function givesSameValue(text: string, fact: string): boolean {
  const wanted = clauseReading(fact).quantities;
  const rest = wanted.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), fact);
  if (wanted.length === 0 || rest.replace(LIMIT_WORDS, '') !== '') return false;
  // Sentence by sentence: reading the numbers of one long text takes far longer than reading those of its parts.
  const pieces = sentenceSpans(text).flatMap((span) => spanPieces(text, span));
  const said = pieces.flatMap(({ start, end }) => clauseReading(text.slice(start, end)).quantities);
  return wanted.every((w) =>
    said.some((s) => s.value === w.value && s.dimension === w.dimension && !s.free && isSameLimit(s.bound, w.bound)),
  );
}

/** A fact without a limit is the bare value, which matches any limit. */
const isSameLimit = (said: string, wanted: string): boolean => wanted === 'exact' || said === wanted;

/** Sentences without a claim that could be verified; they are recorded as part of the answer. */
function unclaimed(text: string, claims: readonly { readonly start: number; readonly end: number }[]): string[] {
  return sentenceSpans(text)
    .filter(({ start, end }) => !claims.some((claim) => claim.start < end && start < claim.end))
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => /\p{L}{2}/u.test(sentence));
}

function unverifiable(text: string): CheckedClaim {
  return {
    claim: text.trim().slice(0, SHOWN),
    query: text.trim().slice(0, SHOWN),
    verdict: 'not_found',
    checkable: false,
    quote: null,
    documentId: null,
    chunkId: null,
    confidence: 1,
    reasons: ['it states nothing that could be verified'],
  };
}
