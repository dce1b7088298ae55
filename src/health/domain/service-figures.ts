/** Delay of the event loop over about the last minute, in milliseconds. */
export interface EventLoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Milliseconds, over about the last thousand. */
export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Overview for an operator of the service, since its start. */
export interface ServiceSummary {
  readonly uptimeS: number;
  readonly eventLoop: EventLoopDelay;
  readonly memoryMb: number;
  readonly requests: Latency;
  readonly pipeline: {
    readonly answers: number;
    readonly abstained: number;
    readonly latency: Latency;
    readonly parts: ReadonlyMap<string, Latency>;
    readonly timeouts: ReadonlyMap<string, number>;
    readonly confidence: number;
    readonly sources: number;
  };
  readonly degraded: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly model: {
    readonly provider: string;
    readonly model: string;
    readonly calls: ReadonlyMap<string, number>;
    readonly breaker: string;
    readonly running: number;
    readonly waiting: number;
    /** NaN while the store cannot be read. */
    readonly spentTodayUsd: number;
    /** Undefined without a budget. */
    readonly dayBudgetUsd: number | undefined;
    readonly requestBudgetUsd: number | undefined;
  };
}

/** Port: what the features and the process have measured. */
export abstract class ServiceFigures {
  abstract read(): Promise<ServiceSummary>;
}
