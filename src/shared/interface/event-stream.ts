import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Content type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';
/** Proxies close a connection on which nothing moves for a minute, some for half of it. */
const HEARTBEAT_MS = 15_000;
/** Bytes of events that may wait for a client to read them; the longest answer of a chat has far fewer. */
const MAX_UNREAD = 4_000_000;
/** A comment is no event: clients do not see it. */
const HEARTBEAT = ': still here\n\n';

/** Where the source of a stream puts its events, each as the text that is sent. */
export interface EventSink {
  readonly event: (text: string) => void;
  /** Nothing comes any more; a cause ends the connection before its time. */
  readonly end: (cause?: Error) => void;
}

/**
 * A stream of events, with a comment every 15 s for as long as it lasts.
 * @param start gives the events to the sink, at once or later; returns what stops it, which is called once when the stream is over
 */
export function eventStream(start: (sink: EventSink) => () => void, heartbeatMs = HEARTBEAT_MS): Readable {
  let stop = (): void => undefined;
  let isOver = false;
  const stream = new Readable({
    // What the client has not read yet waits here, up to a limit.
    read: () => undefined,
    destroy: (error, done) => {
      isOver = true;
      clearInterval(heartbeat);
      stop();
      done(error);
    },
  });
  const push = (text: string | null): void => {
    if (isOver) return;
    stream.push(text);
    if (stream.readableLength > MAX_UNREAD) stream.destroy(new Error('The client does not read its events.'));
  };
  const heartbeat = setInterval(() => push(HEARTBEAT), heartbeatMs);
  stop = start({
    event: push,
    end: (cause) => {
      clearInterval(heartbeat);
      if (cause !== undefined) stream.destroy(cause);
      push(null);
      isOver = true;
    },
  });
  return stream;
}

/** The same for events that are asked for one after the other. @param onStop is called once when the stream is over */
export function eventsOf(
  events: AsyncIterable<string>,
  onStop: () => void = () => undefined,
  heartbeatMs = HEARTBEAT_MS,
): Readable {
  return eventStream((sink) => {
    const pass = async () => {
      for await (const text of events) sink.event(text);
    };
    pass().then(
      () => sink.end(),
      (error: unknown) => sink.end(error instanceof Error ? error : new Error('The events broke off.')),
    );
    return onStop;
  }, heartbeatMs);
}

/** The stream as the answer of a route. A proxy that collects an answer before it passes it on would undo it: it is asked not to. */
export function sendEvents(reply: FastifyReply, events: Readable): StreamableFile {
  void reply.headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' });
  return new StreamableFile(events, { type: EVENT_STREAM });
}
