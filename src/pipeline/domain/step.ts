import { DomainError } from '../../shared/domain/domain-error.js';

export const STEPS = ['intent', 'retrieve', 'compose', 'respond'] as const;
export type StepName = (typeof STEPS)[number];

/** Limits in seconds (AC-ORCH-002); all steps together have one deadline, which is less than their sum. */
export const STEP_LIMITS_S: Readonly<Record<StepName, number>> = {
  intent: 0.1,
  retrieve: 2.0,
  compose: 3.5,
  respond: 0.1,
};
export const DEADLINE_S = 4.0;

/**
 * Milliseconds that optional work reserves for the later steps. A retrieval takes some tens of milliseconds, a model's answer mostly one to
 * two seconds. Chosen by judgement: optional steps are skipped first.
 */
export const RESERVE_MS = { retrieve: 300, compose: 1_800 } as const;

/** A step exceeded its limit. Its work was aborted. */
export class StepTimeoutError extends DomainError {
  constructor(
    readonly step: string,
    readonly limitS: number,
  ) {
    super(
      'timed-out',
      'step-timeout',
      `Pipeline step '${step}' exceeded timeout of ${Math.round(limitS * 1000) / 1000}s`,
    );
  }
}

export class RequestCancelledError extends DomainError {
  constructor() {
    super('cancelled', 'cancelled', 'The client closed the connection before the answer was ready.');
  }
}

/** Receives the progress of an answer for a streaming client. */
export interface AnswerListener {
  /** @param tookMs duration of a step that ended, also of one past its limit; undefined when the step starts */
  step(name: StepName, tookMs: number | undefined): void;
  /** The next piece of the answer; each was checked. */
  text(piece: string): void;
  /** The text sent so far is invalid: the whole answer follows. */
  replaced(): void;
}
