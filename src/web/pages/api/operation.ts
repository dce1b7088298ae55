import { serverUrl } from '../parts/base-path.js';
import { call, CallError, keyHeader, readAs } from './call.js';
import { anything, flag, map, nullable, number, object, type Read, text } from './shape.js';

const Health = object({
  status: text,
  service: nullable(text),
  version: nullable(text),
  uptime_s: nullable(number),
  features: nullable(map(text)),
  components: nullable(map(object({ status: text, detail: nullable(text), latency_ms: nullable(number) }))),
  performance: nullable(object({ requests: number, p50_ms: number, p95_ms: number, memory_mb: number })),
});
export type Health = Read<typeof Health>;

/** The state of the service; an unhealthy service returns it with status 503. @throws CallError */
export async function readHealth(): Promise<Health> {
  const response = await fetch(serverUrl('/health'), { headers: keyHeader() }).catch(() => {
    throw new CallError('');
  });
  return readAs(Health, await response.text());
}

const Index = object({
  documents: number,
  chunks: number,
  embedding: object({ model: text, dimensions: number }),
  size_bytes: number,
  stale: flag,
  optimizing: nullable(flag),
});
export type Index = Read<typeof Index>;
export const readIndex = () => call('/index', Index);

const Latency = object({ count: number, p50_ms: number, p95_ms: number, p99_ms: number });
const Summary = object({
  requests: Latency,
  pipeline: object({
    answers: number,
    abstained: number,
    latency: Latency,
    parts: map(Latency),
    timeouts: map(number),
    confidence_avg: nullable(number),
    sources_avg: nullable(number),
  }),
  degraded: map(map(number)),
  event_loop: map(number),
  llm: map(anything),
  budget: map(nullable(number)),
});

/** The figures below the headings of the page. */
function underHeadings({ requests, pipeline, degraded, budget, event_loop, llm }: Read<typeof Summary>) {
  const { latency, parts, ...answers } = pipeline;
  return {
    latency: { requests, answers: latency, ...parts },
    degradations: degraded,
    budget,
    answers,
    event_loop,
    llm,
  };
}

/**
 * Figures of the running service; undefined if this server does not provide them, or not for this key. @throws
 * CallError
 */
export async function readSummary(): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    return underHeadings(await call('/metrics/summary', Summary));
  } catch (error) {
    if (error instanceof CallError && [403, 404, 501].includes(error.status)) return undefined;
    throw error;
  }
}
