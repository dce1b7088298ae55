import { StepName } from './step.js';

/** Receives the progress of an answer for a streaming client. */
export interface AnswerListener {
  /** @param tookMs duration of a step that ended, also of one past its limit; undefined when the step starts */
  step(name: StepName, tookMs: number | undefined): void;
  /** The next piece of the answer; each was checked. */
  text(piece: string): void;
  /** The text sent so far is invalid: the whole answer follows. */
  replaced(): void;
}
