import { Quantiles } from '../../shared/domain/latency-window.js';
import { Answer } from './answer.js';

/** Milliseconds. */
export interface LatencyFigures extends Quantiles {
  readonly count: number;
}

/** Figures of the pipeline since the start; quantiles over about the last thousand answers. */
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

/** Port: metrics of answers. */
export abstract class PipelineTelemetry {
  abstract answered(answer: Answer): void;
  /** A step exceeded its limit. The answer is an error, or quoted passages if the step was the writer. */
  abstract timedOut(step: string): void;
  abstract read(): PipelineFigures;
}
