import { Readable } from 'node:stream';
import { AnswerLog, AnswerLogEvent } from '../application/answer-log.js';
import { AnswerListener } from '../domain/step.js';
import { eventStream } from '../../shared/interface/event-stream.js';
import { describeProblem } from '../../shared/interface/problem.filter.js';
import type { QuotedSource } from '../../shared/domain/quoted-source.js';
import { ChatResponseDto } from './chat.dto.js';

/** Whether an Accept header prefers events to JSON; with equal weights the first one counts. */
export function prefersEvents(accept = ''): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { type, weight: q === undefined ? 1 : Number(q) };
  });
  const best = ranges
    .filter(({ type, weight }) => weight > 0 && (type === 'text/event-stream' || type === 'application/json'))
    .sort((a, b) => b.weight - a.weight);
  return best[0]?.type === 'text/event-stream';
}

/** Writes the progress of an answer to the log: `step`, `token` and `reset`. */
function writing(log: AnswerLog): AnswerListener {
  return {
    step: (step, tookMs) =>
      log.append('step', {
        step,
        ...(tookMs === undefined ? { status: 'started' } : { status: 'done', took_ms: tookMs }),
      }),
    text: (text) => log.append('token', { text }),
    replaced: () => log.append('reset', {}),
  };
}

/**
 * Runs the work and writes its events to the log. The last events are `sources` and `done`, or `error` with the problem. Never rejects.
 * @param where the request named in a problem
 */
export async function writeAnswer(
  log: AnswerLog,
  work: (listener: AnswerListener) => Promise<ChatResponseDto>,
  where: { readonly instance: string; readonly requestId: string },
): Promise<void> {
  try {
    const response = await work(writing(log));
    log.append('sources', response.sources);
    log.append('done', response);
  } catch (error) {
    log.append('error', describeProblem(error, where));
  }
  log.end();
}

/** The sources of an answer in a log; empty before the answer is complete. */
export function sourcesIn(log: AnswerLog): QuotedSource[] {
  const written: unknown = JSON.parse(log.first('sources')?.data ?? '[]');
  const sources: readonly unknown[] = Array.isArray(written) ? written : [];
  return sources.flatMap((source) => {
    if (typeof source !== 'object' || source === null || !('doc_id' in source) || !('quote' in source)) return [];
    return [{ documentId: String(source.doc_id), quote: String(source.quote) }];
  });
}

function eventText(stream: string, { n, name, data }: AnswerLogEvent): string {
  return `id: ${stream}/${n}\nevent: ${name}\ndata: ${data}\n\n`;
}

/**
 * The events of a log as server-sent events, each with the id that Last-Event-ID names.
 * @param after the last event that the client has; 0 for none
 */
export function answerEvents(log: AnswerLog, after = 0, heartbeatMs?: number): Readable {
  return eventStream(
    (sink) =>
      log.follow(after, (event) => {
        if (event === undefined) sink.end();
        else sink.event(eventText(log.id, event));
      }),
    heartbeatMs,
  );
}
