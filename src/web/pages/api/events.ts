import { send, type Sent } from './call.js';

/** A server-sent event. */
export interface ServerEvent {
  readonly name: string;
  readonly data: unknown;
}

/** Parses one event of the stream; undefined for a comment. */
export function readEvent(block: string): ServerEvent | undefined {
  const lines = block.split('\n');
  const name = lines
    .find((line) => line.startsWith('event:'))
    ?.slice(6)
    .trim();
  const data = lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trimStart());
  if (name === undefined || data.length === 0) return undefined;
  const value: unknown = JSON.parse(data.join('\n'));
  return { name, data: value };
}

/**
 * Server-sent events by fetch, which, unlike EventSource, sends a body and a key. @throws CallError before the first
 * event
 */
export async function* events(path: string, sent: Sent): AsyncGenerator<ServerEvent> {
  const response = await send(path, { ...sent, accept: 'text/event-stream' });
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readEvent(block);
      if (event !== undefined) yield event;
    }
  }
}
