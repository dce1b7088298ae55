import { StepName } from './step.js';

/** Hears how an answer comes about, for a client that reads along. */
export interface AnswerListener {
  /** @param tookMs of a step that ended, also of one that was late; undefined while it begins */
  step(name: StepName, tookMs: number | undefined): void;
  /** The next piece of the answer; each was checked. */
  text(piece: string): void;
  /** What was told so far does not stand: the whole answer follows. */
  replaced(): void;
}
