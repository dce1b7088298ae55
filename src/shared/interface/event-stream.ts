import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Content type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream; charset=utf-8';
/** Interval of keep-alive comments: proxies close a connection that is idle for a minute, some after 30 s. */
const HEARTBEAT_MS = 15_000;
/** Maximum unread bytes of events; the longest chat answer has far fewer. */
const MAX_UNREAD = 4_000_000;
/** Clients ignore a comment. */
const HEARTBEAT = ': still here\n\n';

/** Receives the events of a source, each as the text to send. */
export interface EventSink {
  readonly event: (text: string) => void;
  /** Ends the stream; an error aborts the connection. */
  readonly end: (cause?: Error) => void;
}

/**
 * Creates a stream of events, with a comment every 15 s until its end.
 * @param start sends events to the sink, at once or later; returns its stop function, which is called once at the end of the stream
 */
export function eventStream(start: (sink: EventSink) => () => void, heartbeatMs = HEARTBEAT_MS): Readable {
  let stop = (): void => undefined;
  let isOver = false;
  const stream = new Readable({
    // Unread events are buffered here, up to a limit.
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

/** The same for events of an async iterable. @param onStop is called once when the stream is over */
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

/** Sends the stream as the answer of a route. The headers disable buffering in proxies. */
export function sendEvents(reply: FastifyReply, events: Readable): StreamableFile {
  void reply.headers({ 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' });
  return new StreamableFile(events, { type: EVENT_STREAM });
}
