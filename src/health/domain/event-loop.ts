/** Delay of the event loop, in milliseconds. */
export interface EventLoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Port: the delay of the event loop over about the last minute. */
export abstract class EventLoop {
  abstract delay(): EventLoopDelay;
}
