import { call, query } from './call.js';
import { events, type ServerEvent } from './events.js';
import { anything, flag, list, map, nullable, number, object, page, type Read, text } from './shape.js';

const Rates = map(number);
const Summary = object({
  queries: number,
  success: number,
  partial: number,
  failed: number,
  not_evaluated: number,
  success_rate: nullable(number),
  success_rate_ci95: nullable(list(number)),
  average_score: nullable(number),
  average_score_ci95: nullable(list(number)),
  dimensions: nullable(Rates),
  fact_check_rate: nullable(number),
  intent_accuracy: nullable(number),
  followup_success_rate: nullable(number),
  context_retention_rate: nullable(number),
  by_persona: Rates,
  by_difficulty: Rates,
  by_failure_type: Rates,
  by_asks: nullable(map(object({ queries: number, success: number, rate: number, ci95: list(number) }))),
  alarms: nullable(list(text)),
  cost_usd: nullable(number),
});
const Gate = object({
  id: text,
  value: nullable(number),
  threshold: number,
  ci95: nullable(list(number)),
  passed: nullable(flag),
  state: nullable(text),
  detail: nullable(text),
  detail_ko: nullable(text),
});
const Cause = object({
  component: nullable(text),
  seen_in: text,
  failure_type: text,
  result_ids: list(text),
  because: text,
  because_ko: nullable(text),
});
export type Cause = Read<typeof Cause>;
const ComponentContribution = object({
  component: text,
  fired: number,
  effect: number,
  ci95: nullable(list(number)),
  p: number,
  verdict: text,
  needed_queries: nullable(number),
});
const Contribution = object({
  tier: text,
  queries: number,
  configurations: number,
  components: list(ComponentContribution),
  notes: list(text),
});
export type Contribution = Read<typeof Contribution>;
const Counts = object({ easy: number, medium: number, hard: number });
const Baseline = object({
  bm25_top3: nullable(number),
  bm25_first_sentence: nullable(number),
  bm25_nearest_sentence: nullable(number),
  mean_overlap: nullable(number),
  requested_difficulty: Counts,
  measured_difficulty: Counts,
});
const MeasuredRange = object({ answers: number, outside: number });
/** A value is a number, a text, or null where a session has no such setting. */
const PolicyDifference = object({ name: text, base: anything, candidate: anything });
export type PolicyDifference = Read<typeof PolicyDifference>;
const Session = object({
  session_id: text,
  status: text,
  phase: nullable(text),
  started_at: nullable(text),
  completed_at: nullable(text),
  name: nullable(text),
  seed: number,
  persona_set: text,
  planned: object({ queries: number, turns: number }),
  error: nullable(text),
  policy_deviations: nullable(list(PolicyDifference)),
  summary: Summary,
  gates: list(Gate),
  causes: list(Cause),
  contribution: nullable(Contribution),
  baseline: nullable(Baseline),
  measured_range: nullable(MeasuredRange),
});
export type Session = Read<typeof Session>;
export type Gate = Read<typeof Gate>;

const Claim = object({
  claim: text,
  query: nullable(text),
  verdict: text,
  quote: nullable(text),
  chunk_id: nullable(text),
  document_id: nullable(text),
  confidence: nullable(number),
  reasons: list(text),
});
export type Claim = Read<typeof Claim>;
const ResultSource = object({
  n: number,
  doc_id: text,
  title: nullable(text),
  quote: text,
  start: nullable(number),
  end: nullable(number),
});
const Attribution = object({
  component: text,
  fired: nullable(flag),
  effect: nullable(number),
  observed: nullable(text),
  took_ms: nullable(number),
});
export type Attribution = Read<typeof Attribution>;
const Attempt = object({ answer: nullable(text), abstained: nullable(flag), fact_checks: list(Claim) });
const Result = object({
  result_id: text,
  question_id: text,
  persona_id: text,
  query: text,
  difficulty: text,
  kind: text,
  intents: object({ surface: text, hidden: text, behavioral: text }),
  gold: object({
    document_id: nullable(text),
    section: nullable(text),
    quote: nullable(text),
    required_facts: list(text),
    answerable: flag,
  }),
  answer: nullable(text),
  sources: list(ResultSource),
  abstained: flag,
  verdict: text,
  score: nullable(number),
  dimensions: nullable(Rates),
  fact_checks: list(Claim),
  failure_type: nullable(text),
  attempts: list(Attempt),
  attribution: list(Attribution),
  scenario_id: nullable(text),
  turn: nullable(number),
  context: nullable(map(anything)),
  trace_id: nullable(text),
  took_ms: number,
  reasons: nullable(list(text)),
  error: nullable(text),
});
export type Result = Read<typeof Result>;

const Compared = object({ query: text, base: text, candidate: text, score_change: nullable(number) });
export type Compared = Read<typeof Compared>;
const Comparison = object({
  base: text,
  candidate: text,
  paired_queries: number,
  differences: map(nullable(number)),
  p_values: Rates,
  score_change_ci95: nullable(list(number)),
  regressions: list(Compared),
  gains: list(Compared),
  verdict: nullable(text),
  policy_differences: nullable(list(PolicyDifference)),
  regressed: flag,
  needed_queries: nullable(number),
});
export type Comparison = Read<typeof Comparison>;

const Schedule = object({
  id: text,
  cron: text,
  time_zone: text,
  enabled: flag,
  template: map(anything),
  last_run: nullable(text),
  next_run: nullable(text),
});
export type Schedule = Read<typeof Schedule>;
const Schedules = object({ items: list(Schedule) });

const Accepted = object({ session_id: text, status: text });

/** Payloads of the events of a session. */
export const Progress = object({ done: number, total: number });
export const Phase = object({
  phase: text,
  done: nullable(number),
  total: nullable(number),
  elapsed_ms: number,
  phase_elapsed_ms: number,
});
export type Phase = Read<typeof Phase>;
export const Told = object({ result_id: text, query: text, verdict: text });
export type Told = Read<typeof Told>;
export const Status = object({ status: text, error: nullable(text) });

const url = (id: string) => `/test-sessions/${encodeURIComponent(id)}`;

export interface NewSession {
  readonly name: string;
  readonly seed: string;
  readonly personas: readonly string[];
  readonly queries: number;
  readonly scenarios: number;
  readonly turns: number;
  readonly attribution: string;
  /** Id of the dataset whose questions are asked; without one they are generated. */
  readonly dataset?: string;
  /** Name of the target; without one this server is tested. */
  readonly target?: string;
}

/** The body of a session, or of a schedule's template. */
export function sessionBody(wanted: NewSession): Record<string, unknown> {
  const { dataset = '', target = '' } = wanted;
  return {
    ...(dataset === '' ? {} : { dataset_id: dataset }),
    ...(target === '' ? {} : { target: { name: target } }),
    ...(wanted.name === '' ? {} : { name: wanted.name }),
    ...(wanted.seed === '' ? {} : { seed: Number(wanted.seed) }),
    ...(wanted.personas.length === 0 ? {} : { personas: wanted.personas }),
    queries_per_persona: wanted.queries,
    multi_turn: { scenarios: wanted.scenarios, turns: wanted.turns },
    attribution: wanted.attribution,
  };
}

export const listSessions = (cursor: string | null, limit = 25) =>
  call(`/test-sessions${query({ cursor, limit })}`, page(Session));
export const readSession = (id: string) => call(url(id), Session);
export const startSession = (wanted: NewSession) => call('/test-sessions', Accepted, { body: sessionBody(wanted) });
export const listResults = (id: string, cursor: string | null) =>
  call(`${url(id)}/results${query({ cursor, limit: 500 })}`, page(Result));
/** All results of a session, page by page. */
export async function allResults(id: string): Promise<Result[]> {
  const all: Result[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listResults>> = await listResults(id, cursor);
    all.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return all;
}
export const watchSession = (id: string, signal: AbortSignal): AsyncGenerator<ServerEvent> =>
  events(`${url(id)}/events`, { signal });
export const changeSession = (id: string, change: 'cancel' | 'resume' | 'rejudge') =>
  call(`${url(id)}/${change}`, Accepted, { body: {} });
export const compareSessions = (base: string, candidate: string) =>
  call(`/test-sessions/compare${query({ base, candidate })}`, Comparison);
export const listSchedules = () => call('/test-schedules', Schedules);
export const saveSchedules = (items: readonly unknown[]) =>
  call('/test-schedules', Schedules, { method: 'PUT', body: { items } });
