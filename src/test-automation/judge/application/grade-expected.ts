import { Injectable } from '@nestjs/common';
import { CheckedClaim } from '../../domain/claim-checker.js';
import { notEvaluated, PARTIAL_FROM, SUCCESS_FROM } from '../domain/judge-answer.js';
import { GoldDocument, GivenCitation, isRightCitation } from '../domain/cited-place.js';
import { JudgedClaim } from '../domain/claims.js';
import { factsAsReference } from '../domain/reference-facts.js';
import { Grade } from '../domain/grade-answer.js';
import { Question, ExpectedAnswer } from '../../domain/question.js';
import { TargetAnswer } from '../../domain/rag-target.js';
import { filterOf, SessionScope } from '../../domain/session-scope.js';
import { Judgement } from '../../domain/test-result.js';
import { JudgeOneAnswer } from './judge-one-answer.js';

const UNREAD = { surface: null, hidden: null, behavioral: null };
/** The highest score below success. */
const MOST_PARTIAL = SUCCESS_FROM - 0.1;

const citationsOf = ({ sources }: TargetAnswer): GivenCitation[] =>
  sources.map(({ documentId, title, quote }) => ({
    documentId: documentId === '' ? undefined : documentId,
    title: title === '' ? undefined : title,
    quote: quote === '' ? undefined : quote,
  }));

/** Citations that a right answer may have, in the form in which passages are compared. */
const expectedPlaces = ({ citations }: ExpectedAnswer): GoldDocument[] =>
  citations.map(({ documentId, url, title, quote }) => ({
    documentId: documentId ?? url ?? '',
    title: title ?? '',
    text: '',
    quotes: quote === undefined ? [] : [quote],
  }));

function toClaim(claim: JudgedClaim, question: string, hasContexts: boolean): CheckedClaim {
  return {
    claim: claim.text,
    query: question,
    verdict: claim.verdict === 'unverified' ? 'not_found' : claim.verdict,
    checkable: claim.adds,
    quote: claim.quote,
    // The id of a context sent with the question is not the id of a document.
    documentId: hasContexts ? null : claim.documentId,
    chunkId: null,
    confidence: 1,
    reasons: claim.reasons,
  };
}

/** A reply without a claim is recorded with its whole text. */
function replyClaim({ kind, verdict, reasons }: Grade, question: string): CheckedClaim {
  const isWrong = verdict === 'failure' || verdict === 'partial';
  return {
    claim: kind === 'abstention' || kind === 'refusal' ? `The documents do not answer: ${question}` : `(${kind})`,
    query: question,
    verdict: isWrong ? 'contradicted' : verdict === 'success' ? 'supported' : 'not_found',
    checkable: isWrong,
    quote: null,
    documentId: null,
    chunkId: null,
    confidence: 1,
    reasons: reasons.slice(0, 1),
  };
}

/** Grades the answer to a question of a dataset by its expected answer, as `POST /judge` does. */
@Injectable()
export class GradeExpected {
  constructor(private readonly judgeOneAnswer: JudgeOneAnswer) {}

  /** @throws DomainError (timeout) if judging takes too long */
  async grade(
    { text: question, expected }: Question & { readonly expected: ExpectedAnswer },
    answer: TargetAnswer,
    scope: SessionScope,
    signal: AbortSignal,
  ): Promise<Judgement> {
    const given = citationsOf(answer);
    const places = expectedPlaces(expected);
    const right = given.filter((citation) => isRightCitation(citation, places));
    const isMiscited = places.length > 0 && given.length > 0 && right.length === 0;
    const hasContexts = expected.contexts.length > 0;
    const asked = {
      question,
      answer: answer.text,
      answerable: expected.answerable ?? isAnswered(expected),
      facts: expected.facts,
      gold: expected.gold,
      reference:
        expected.reference ?? factsAsReference(question, expected.facts, expected.gold.length > 0 || hasContexts),
      // One right source is enough; additional sources do not count against the answer.
      citations: expected.gold.length > 0 && right.length === 0 ? given : right,
      evidence: hasContexts ? expected.contexts.map((text, i) => ({ id: `context-${i + 1}`, text })) : undefined,
    };
    const { grade } = await this.judgeOneAnswer.judge(asked, filterOf(scope), signal);
    const claims = grade.claims.map((claim) => toClaim(claim, question, hasContexts));
    const checked = claims.length > 0 ? claims : [replyClaim(grade, question)];
    const { verdict, score, dimensions, failureType, reasons } = grade;
    if (verdict === 'not_evaluated') return { ...notEvaluated(reasons[0] ?? ''), claims: checked };
    const judgement: Judgement = { verdict, score, dimensions, claims: checked, failureType, intents: UNREAD, reasons };
    return isMiscited && verdict === 'success' ? miscited(judgement) : judgement;
  }
}

/** Facts, a reference and citations belong to questions that have an answer. */
const isAnswered = ({ facts, reference, citations }: ExpectedAnswer): true | undefined =>
  facts.length > 0 || reference !== undefined || citations.length > 0 ? true : undefined;

function miscited(judgement: Judgement): Judgement {
  const score = Math.max(PARTIAL_FROM, Math.min(MOST_PARTIAL, judgement.score ?? PARTIAL_FROM));
  return {
    ...judgement,
    verdict: 'partial',
    score,
    failureType: 'WRONG_CITATION',
    reasons: ['The facts are right, and none of its sources is an expected one.', ...judgement.reasons.slice(1)],
  };
}
