import { call, query } from './call.js';
import { flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const Question = object({
  trace_id: text,
  conversation_id: text,
  owner: nullable(text),
  is_own: flag,
  created_at: text,
  question: text,
  outcome: nullable(text),
  confidence: nullable(number),
  took_ms: nullable(number),
  degraded: list(text),
  rating: nullable(text),
  comment: nullable(text),
});
export type InsightQuestion = Read<typeof Question>;

const Day = object({ day: text, questions: number, answered: number, abstained: number, degraded: number });
export type QuestionsOfDay = Read<typeof Day>;
const Ratings = object({ day: text, up: number, down: number });
export type RatingsOfDay = Read<typeof Ratings>;
const Bin = object({ tenth: number, up: number, down: number, mean_confidence: number });
const Cost = object({ day: text, calls: number, usd: number, input_tokens: number, output_tokens: number });
export type CostOfDay = Read<typeof Cost>;
const Share = object({
  id: text,
  name: nullable(text),
  calls: number,
  usd: number,
  input_tokens: number,
  output_tokens: number,
});
/** Cost of one model, agent or caller. */
export type CostShare = Read<typeof Share>;
const Topic = object({ question: text, count: number, latest_at: text, questions: list(Question) });
export type MissingTopic = Read<typeof Topic>;

const Insights = object({
  of_all_callers: flag,
  questions: list(Day),
  ratings: list(Ratings),
  confidence: list(Bin),
  latency: object({ measured: number, p50_ms: nullable(number), p95_ms: nullable(number), slow: number }),
  degraded: list(object({ mark: text, questions: number })),
  cost: nullable(list(Cost)),
  cost_by_model: nullable(list(Share)),
  cost_by_agent: nullable(list(Share)),
  cost_by_caller: nullable(list(Share)),
  missing: list(Topic),
});
export type Insights = Read<typeof Insights>;

/** Time in ms from which an answer is slow. */
export const SLOW_MS = 3000;

export const readInsights = (since: string, until: string) =>
  call(`/insights${query({ since, until, slow_ms: SLOW_MS })}`, Insights);

/** @param filter of `GET /insights/questions` */
export const listQuestions = (filter: Readonly<Record<string, string | null>>, cursor: string | null) =>
  call(`/insights/questions${query({ ...filter, slow_ms: SLOW_MS, limit: 50, cursor })}`, page(Question));
