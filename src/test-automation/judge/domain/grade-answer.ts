import { detectLanguage, Language } from '../../../text/language.js';
import { lastOf, Steps } from '../../../shared/domain/steps.js';
import { FailureType, ScoreDimensions, Verdict } from '../../domain/test-result.js';
import { surroundingsOf } from '../../domain/question.js';
import { isOfTopic } from './answer-fit.js';
import { evidencePlaces, GivenCitation, isRightCitation, namesRightPlace, pageQuotedBy } from './cited-place.js';
import { ClaimEvidence, EvidenceSource, JudgedClaim, judgeClaims } from './claims.js';
import { withExceptions } from './conditions.js';
import { Conflict } from './conflict.js';
import { findConflicts } from './conflicts.js';
import { AnswerReading, CitationReading, JudgingCase } from './judging-case.js';
import { folded } from './literal.js';
import { factsOfReference } from './reference-facts.js';
import { readableAnswer } from './readable-answer.js';
import { replyKind, ReplyKind } from './reply-kind.js';
import { FactReading, readFact } from './required-facts.js';
import { ONLY_REPEATS, repeatsQuestion } from './said-of-what.js';
import { limitedReason, pointsOf, withinVerdict } from './scores.js';

/** The verdict on an answer, with all its evidence. */
export interface Grade {
  readonly verdict: Verdict;
  /** 0..5; null exactly if the verdict is `not_evaluated`. */
  readonly score: number | null;
  readonly dimensions: ScoreDimensions | null;
  readonly failureType: FailureType | null;
  readonly kind: ReplyKind;
  readonly facts: readonly FactReading[];
  readonly claims: readonly JudgedClaim[];
  readonly citation: CitationReading;
  readonly language: Language;
  /** English sentences. */
  readonly reasons: readonly string[];
}

/** Whether a citation quotes another page that says a required fact about the topic: many pages repeat a rule. */
function citesRestatement(
  citation: GivenCitation,
  { question, gold, facts, nearness, ...given }: JudgingCase,
): boolean {
  const page = pageQuotedBy(citation, given.citedPages ?? []);
  const { quote = '' } = citation;
  if (page === undefined) return false;
  const quotes = gold.flatMap((document) => document.quotes);
  const setting = { question, gold: quotes, nearness };
  const stated = facts.filter((wordings) => readFact(wordings, quote, setting).verdict === 'stated');
  return stated.length > 0 && isOfTopic(`${page.title}\n${quote}`, [question, ...quotes], stated.flat());
}

function readCitation(judged: JudgingCase, claims: readonly JudgedClaim[]): CitationReading {
  const { answer, citations, gold, cited, rest } = judged;
  const quotes = gold.flatMap((document) => document.quotes);
  const supporting = claims.flatMap(({ verdict, quote }) => (verdict === 'supported' && quote !== null ? [quote] : []));
  const evidence = quotes.length > 0 ? evidencePlaces([...cited, ...rest], quotes) : evidencePlaces(cited, supporting);
  const named = namesRightPlace(readableAnswer(answer), gold, evidence);
  const given = citations.length > 0 || named !== undefined;
  if (named === false) return { given, right: false };
  if (gold.length === 0 || citations.length === 0) return { given, right: named ?? null };
  const isRight = (citation: GivenCitation) => isRightCitation(citation, gold) || citesRestatement(citation, judged);
  return { given, right: citations.some(isRight) };
}

/** Why a claim next to a passage is not shown as supported if the answer has none of the required facts. */
const STATES_NONE = 'it is about the clause, and states none of the required facts';

/** A claim that only resembles a passage does not support an answer without the required facts. */
function withoutFacts(claim: JudgedClaim): JudgedClaim {
  const isRepeated = folded(claim.quote ?? '').text.includes(folded(claim.text).text.replace(/[.!?]$/u, ''));
  return claim.verdict !== 'supported' || isRepeated
    ? claim
    : { ...claim, verdict: 'unverified', reasons: [STATES_NONE] };
}

/** Contradicted facts as conflicts, so that the claims that they cover show them. */
const asConflicts = (facts: readonly FactReading[], gold: string): Conflict[] =>
  facts.flatMap(({ verdict, where, reasons }) =>
    verdict === 'contradicted' && where !== undefined
      ? [{ ...where, clause: gold, reason: reasons[0] ?? 'it contradicts the passages' }]
      : [],
  );

/** Reads an answer: its kind of reply, the facts that it states, the verdict of each claim, and its citations. */
export function* readAnswer(judged: JudgingCase): Steps<AnswerReading> {
  const { question, reference, phrases, nearness } = judged;
  const text = readableAnswer(judged.answer);
  const quotes = judged.gold.flatMap((document) => document.quotes);
  const gold = reference === undefined ? quotes : [...quotes, reference];
  const wanted = judged.facts.length > 0 ? judged.facts : factsOfReference(reference);
  const setting = { question, gold, nearness };
  const facts: FactReading[] = [];
  for (const alternatives of wanted) {
    facts.push(readFact(alternatives, text, setting));
    yield;
  }
  const states = facts.length === 0 ? undefined : facts.some(({ verdict }) => verdict === 'stated');
  const kind = replyKind(text, question, phrases, states);
  const goldSources: EvidenceSource[] = [
    ...judged.gold.flatMap(({ documentId, quotes: own }) => own.map((quote) => ({ id: documentId, text: quote }))),
    ...(reference === undefined ? [] : [{ id: undefined, text: reference }]),
  ];
  const evidence: ClaimEvidence = {
    question,
    gold: goldSources,
    documents: [...judged.gold.map(({ documentId: id, text: whole }) => ({ id, text: whole })), ...judged.cited],
    rest: judged.rest,
    nearness,
  };
  const conflicts = [...asConflicts(facts, gold[0] ?? ''), ...(kind === 'answer' ? findConflicts(text, setting) : [])];
  const places = facts.flatMap(({ verdict, where, alternatives }) =>
    verdict === 'stated' && where !== undefined ? [{ ...where, wordings: alternatives }] : [],
  );
  const judgedClaims = kind === 'answer' ? yield* judgeClaims(text, evidence, conflicts, places) : [];
  const claims = states === false ? judgedClaims.map(withoutFacts) : judgedClaims;
  const given = reference === undefined ? [] : [reference];
  const around = judged.gold.flatMap(({ text: whole, quotes: own }) =>
    own.map((quote) => ({ quote, offered: surroundingsOf(quote, whole) ?? quote })),
  );
  return {
    kind,
    facts,
    claims,
    citation: readCitation(judged, claims),
    isExpected: gold.length > 0 || facts.length > 0 || judged.answerable !== undefined,
    goldText: [...around.map(({ quote, offered }) => withExceptions(quote, offered)), ...given].join('\n'),
    offered: [...around.map(({ offered }) => offered), ...given].join('\n'),
  };
}

interface Outcome {
  readonly verdict: Verdict;
  readonly failureType: FailureType | null;
  readonly reason: string;
}

const SUCCESS: Outcome = {
  verdict: 'success',
  failureType: null,
  reason: 'It answers, and nothing contradicts it.',
};
const failure = (failureType: FailureType, reason: string): Outcome => ({ verdict: 'failure', failureType, reason });
const partial = (failureType: FailureType, reason: string): Outcome => ({ verdict: 'partial', failureType, reason });

/** The verdict on a reply without an answer. */
function ofOtherKind(kind: ReplyKind, answerable: boolean | undefined): Outcome | undefined {
  if (kind === 'answer') return undefined;
  if (kind === 'empty') return failure('INCOMPLETE', 'The answer is empty.');
  const says = kind === 'abstention' || kind === 'refusal';
  if (says && answerable === false)
    return { ...SUCCESS, reason: 'The documents do not answer, and the answer says so.' };
  if (says) return failure('FALSE_ABSTENTION', 'The documents answer, and the answer says that they do not.');
  if (kind === 'clarifying') {
    const reason = 'It asks back instead of answering.';
    return answerable === false ? partial('INCOMPLETE', reason) : failure('GENERIC_ANSWER', reason);
  }
  return failure('GENERIC_ANSWER', 'It evades the question.');
}

function ofExpected({ facts, claims, citation }: AnswerReading): Outcome {
  const stated = facts.filter(({ verdict }) => verdict === 'stated').length;
  const wrong = claims.find(({ verdict }) => verdict === 'contradicted');
  const otherwise = facts.find(({ verdict }) => verdict === 'contradicted');
  if (wrong !== undefined || otherwise !== undefined)
    return failure('WRONG_FACT', `It is contradicted: ${wrong?.reasons[0] ?? otherwise?.reasons[0] ?? 'a fact'}.`);
  if (claims.some(({ adds }) => adds)) return failure('HALLUCINATION', 'It adds what no document says.');
  if (facts.length > 0 && stated === 0) return failure('IRRELEVANT', 'It states none of the required facts.');
  if (stated < facts.length) return partial('INCOMPLETE', `It states ${stated} of ${facts.length} required facts.`);
  if (facts.length === 0 && !claims.some(({ verdict }) => verdict === 'supported'))
    return failure('IRRELEVANT', 'None of its claims is said by the passages.');
  if (citation.right === false)
    return partial('WRONG_CITATION', 'The facts are right, and the cited location is wrong.');
  return SUCCESS;
}

/** Without a right answer: the answer is compared with the documents alone. */
function ofDocuments({ claims, citation }: AnswerReading): Outcome {
  if (claims.some(({ verdict }) => verdict === 'contradicted'))
    return failure('WRONG_FACT', 'The documents contradict it.');
  if (claims.some(({ adds }) => adds)) return failure('HALLUCINATION', 'It adds what no document says.');
  const supported = claims.filter(({ verdict }) => verdict === 'supported').length;
  if (supported > 0 && citation.right === false)
    return partial('WRONG_CITATION', 'The documents say it, and the cited location is wrong.');
  if (supported === claims.length && supported > 0) return SUCCESS;
  return supported > 0
    ? partial('INCOMPLETE', 'Not all of it is in the documents.')
    : failure('HALLUCINATION', 'No document says it.');
}

function outcomeOf(reading: AnswerReading, answerable: boolean | undefined): Outcome {
  const other = ofOtherKind(reading.kind, answerable ?? (reading.isExpected ? true : undefined));
  if (other !== undefined && !(reading.kind === 'abstention' && !reading.isExpected)) return other;
  if (!reading.isExpected && reading.kind !== 'answer')
    return {
      verdict: 'not_evaluated',
      failureType: null,
      reason: 'It gives no answer, and the right answer is unknown.',
    };
  if (answerable === false) {
    const adds = reading.claims.some(({ adds: isAdded, verdict }) => isAdded || verdict !== 'supported');
    return failure(
      adds ? 'HALLUCINATION' : 'IRRELEVANT',
      'The documents that may be seen do not answer this question, but an answer was given.',
    );
  }
  if (!reading.isExpected && reading.claims.length === 0)
    return { verdict: 'not_evaluated', failureType: null, reason: 'It claims nothing that could be checked.' };
  return reading.isExpected ? ofExpected(reading) : ofDocuments(reading);
}

/** The verdict on a reading of an answer. */
export function gradeOf(reading: AnswerReading, judged: JudgingCase): Grade {
  const isRepeated = repeatsQuestion(readableAnswer(judged.answer), judged.question);
  const { verdict, failureType, reason } = isRepeated
    ? failure('IRRELEVANT', ONLY_REPEATS)
    : outcomeOf(reading, judged.answerable);
  const { kind, facts, claims, citation } = reading;
  const dimensions = verdict === 'not_evaluated' ? null : pointsOf(reading, judged, verdict);
  const score = dimensions === null ? null : withinVerdict(dimensions, verdict, failureType);
  const limited = dimensions === null || score === null ? [] : limitedReason(dimensions, score);
  const reasons = [reason, ...facts.flatMap((fact) => fact.reasons), ...limited];
  return {
    verdict,
    score,
    dimensions,
    failureType,
    kind,
    facts,
    claims,
    citation,
    reasons,
    language: detectLanguage(judged.answer),
  };
}

/** Grades an answer in steps, and yields to other requests between them. */
export function* gradeInSteps(judged: JudgingCase): Steps<Grade> {
  return gradeOf(yield* readAnswer(judged), judged);
}

export const gradeAnswer = (judged: JudgingCase): Grade => lastOf(gradeInSteps(judged));
