import { Quantiles } from '../../shared/domain/latency-window.js';
import { Answer } from './answer.js';

/** Milliseconds. */
export interface LatencyFigures extends Quantiles {
  readonly count: number;
}

/** What the pipeline did since the start; quantiles over about the last thousand answers. */
export interface PipelineFigures {
  readonly answers: number;
  readonly abstained: number;
  readonly latency: LatencyFigures;
  /** By step and by component that fired. */
  readonly parts: ReadonlyMap<string, LatencyFigures>;
  /** Steps past their limit, by step. */
  readonly timeouts: ReadonlyMap<string, number>;
  /** Means; 0 before the first answer. */
  readonly confidence: number;
  readonly sources: number;
}

/** Port: what is counted about answers. */
export abstract class PipelineTelemetry {
  abstract answered(answer: Answer): void;
  /** A step went past its limit; its answer is an error, or quoted passages where it was the writer. */
  abstract timedOut(step: string): void;
  abstract read(): PipelineFigures;
}
