import { inSnakeCase } from '../../domain/snake-case.js';
import { SessionEvent } from '../domain/session-progress.js';

/** A session's event as a server-sent event. */
export function toSessionEvent(event: SessionEvent): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(dataOf(event))}\n\n`;
}

/** The same for all events of a session. */
export async function* sessionEvents(events: AsyncIterable<SessionEvent>): AsyncGenerator<string, void, undefined> {
  for await (const event of events) yield toSessionEvent(event);
}

function dataOf(event: SessionEvent): unknown {
  if (event.type === 'progress') return { done: event.done, total: event.total, success: event.success };
  if (event.type === 'status') return { status: event.status, error: event.error };
  return inSnakeCase(event.result);
}
