import { IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { EventLoopDelay } from '../domain/service-figures.js';

const RESOLUTION_MS = 10;
const NANOSECONDS_PER_MS = 1e6;
const MINUTE_MS = 60_000;

function read(histogram: IntervalHistogram): EventLoopDelay {
  // The histogram measures the time between two of its timers, which includes the timer resolution.
  const ms = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS_PER_MS - RESOLUTION_MS);
  if (histogram.count === 0) return { p50: 0, p99: 0, max: 0 };
  return { p50: ms(histogram.percentile(50)), p99: ms(histogram.percentile(99)), max: ms(histogram.max) };
}

/** Measures the event-loop delay in one-minute windows. Reports the previous window until the new one has data. */
@Injectable()
export class EventLoopMonitor implements OnApplicationShutdown {
  private readonly histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private last: EventLoopDelay = { p50: 0, p99: 0, max: 0 };
  private readonly timer: NodeJS.Timeout;

  constructor() {
    this.histogram.enable();
    this.timer = setInterval(() => this.turn(), MINUTE_MS).unref();
  }

  delay(): EventLoopDelay {
    const now = read(this.histogram);
    // The maximum of both windows, so that a new window does not hide a recent delay.
    return now.max >= this.last.max ? now : this.last;
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
    this.histogram.disable();
  }

  private turn(): void {
    this.last = read(this.histogram);
    this.histogram.reset();
  }
}
