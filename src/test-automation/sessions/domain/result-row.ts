import { CheckedClaim } from '../../domain/claim-checker.js';
import { citationRecord, factRecords } from '../../datasets/domain/item-record.js';
import { TargetSource } from '../../domain/rag-target.js';
import { Attempt, Judgement, TestResult } from '../../domain/test-result.js';
import { observeComponents } from '../../attribution/domain/trace-attribution.js';
import { ExpectedAnswer, HiddenProvision } from '../../domain/question.js';

/** A result with the names of the API contract, for clients and files. */
export type ResultRow = ReturnType<typeof toResultRow>;

/** The verdict for clients: a claim that is not found is neither right nor wrong. The fact check of the service keeps its own value. */
const UNVERIFIED = 'unverified';

const checkRow = (claim: CheckedClaim) => ({
  claim: claim.claim,
  query: claim.query,
  verdict: claim.verdict === 'not_found' ? UNVERIFIED : claim.verdict,
  checkable: claim.checkable,
  quote: claim.quote,
  document_id: claim.documentId,
  chunk_id: claim.chunkId,
  confidence: claim.confidence,
  reasons: claim.reasons,
});

const sourceRow = (source: TargetSource, i: number) => ({
  n: i + 1,
  doc_id: source.documentId,
  chunk_id: source.chunkId,
  title: source.title,
  quote: source.quote,
  start: source.start,
  end: source.end,
});

const attemptRow = (attempt: Attempt) => ({
  answer: attempt.answer,
  sources: attempt.sources.map(sourceRow),
  abstained: attempt.abstained,
  fact_checks: attempt.claims.map(checkRow),
  trace_id: attempt.traceId,
  took_ms: attempt.tookMs,
});

/** The judge whose verdict counts, and the verdict of each judge. */
function judgesRow({ verdict, score, failureType, judges }: Judgement) {
  if (judges === undefined)
    return { used: 'rules' as const, rules: { verdict, score, failure_type: failureType }, llm: null };
  const { used, rules, model } = judges;
  const llm = model && {
    model: model.model,
    verdict: model.verdict,
    score: model.score,
    disagreement: model.disagreement,
    readings: model.readings.map(({ isCached, costUsd, ...reading }) => ({
      ...reading,
      cached: isCached,
      cost_usd: costUsd,
    })),
  };
  return { used, rules: { verdict: rules.verdict, score: rules.score, failure_type: rules.failureType }, llm };
}

function contextRow({ context }: TestResult) {
  if (context === null) return null;
  return {
    follow_up: context.followUp,
    rests_on_context: context.restsOnContext ?? context.kept !== null,
    kept: context.kept,
    implied: context.implied,
    remembered: context.remembered,
    core_need_met: context.coreNeedMet,
    understood_as: context.understoodAs,
    root_cause: context.rootCause,
  };
}

/** The expected answer of a dataset, as it was sent. */
const expectedRow = ({ answerable, facts, reference, contexts, citations, tags }: ExpectedAnswer) => ({
  answerable: answerable ?? null,
  facts: factRecords(facts),
  reference: reference ?? null,
  contexts,
  citations: citations.map(citationRecord),
  tags,
});

const attributionRow = (observed: ReturnType<typeof observeComponents>[number]) => ({
  component: observed.component,
  fired: observed.fired,
  // Only runs without the component give points; a trace is an observation.
  effect: null,
  observed: observed.effect,
  changed_passages: observed.changedPassages,
  gold_rank: observed.goldRank,
  took_ms: observed.tookMs,
});

const retriesRow = ({ serverErrors, cutAnswers }: NonNullable<TestResult['targetRetries']>) => ({
  server_errors: serverErrors,
  cut_answers: cutAnswers,
});

const hiddenRow = ({ documentId, section, quote, visible, edition }: HiddenProvision) => ({
  document_id: documentId,
  section,
  quote,
  ...(visible === undefined ? {} : { visible }),
  ...(edition === undefined
    ? {}
    : { edition: { effective_from: edition.effectiveFrom, effective_to: edition.effectiveTo } }),
});

/** The row of /test-sessions/{id}/results and of results.jsonl. */
export function toResultRow(result: TestResult) {
  const { judgement, gold } = result;
  return {
    result_id: result.resultId,
    question_id: result.questionId,
    persona_id: result.personaId,
    query: result.query,
    language: result.language,
    difficulty: result.difficulty,
    measured_difficulty: result.measuredDifficulty ?? null,
    kind: result.kind,
    asks: result.asks ?? null,
    as_of: result.asOf,
    intents: result.intents,
    intents_understood: judgement.intents,
    gold: {
      document_id: gold.documentId,
      section: gold.section,
      quote: gold.quote,
      required_facts: gold.requiredFacts,
      forbidden_facts: gold.forbiddenFacts,
      answerable: gold.answerable,
    },
    answer: result.answer,
    sources: result.sources.map(sourceRow),
    abstained: result.abstained,
    confidence: result.confidence,
    verdict: judgement.verdict,
    first_verdict: result.firstVerdict,
    score: judgement.score,
    dimensions: judgement.dimensions,
    fact_checks: judgement.claims.map(checkRow),
    failure_type: judgement.failureType,
    reasons: judgement.reasons,
    judges: judgesRow(judgement),
    attempts: result.attempts.map(attemptRow),
    attribution: observeComponents(result.events, gold).map(attributionRow),
    scenario_id: result.scenarioId,
    turn: result.turn,
    context: contextRow(result),
    trace_id: result.traceId,
    cost_usd: result.costUsd,
    tokens: result.tokens ?? null,
    target_retries: result.targetRetries === undefined ? null : retriesRow(result.targetRetries),
    rubrics: (result.rubrics ?? []).map((read) => ({ ...read })),
    expected: result.expected === undefined ? null : expectedRow(result.expected),
    took_ms: result.tookMs,
    error: result.error,
    ...(result.hidden === undefined ? {} : { hidden: hiddenRow(result.hidden) }),
    ...(result.isWithheld === true ? { withheld: true } : {}),
  };
}
