import { PipelineSnapshot } from './pipeline-settings.js';
import { ComponentName } from './trace.js';

/** The part of the pipeline that a component stands around: it may ask it never, once or more often, and with another input. */
export type Next<In, Out> = (input: In) => Promise<Out>;

export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
  readonly maxTokens: number;
}

/** What an optional question to a language model may take, and what must be left for the steps after it; milliseconds at multiplier 1. */
export interface TimeAllowed {
  readonly limitMs: number;
  readonly reserveMs: number;
}

export type ModelAnswer =
  | { readonly answered: true; readonly text: string }
  /** Why there is none, in words for the trace: no model, no time, or it failed. */
  | { readonly answered: false; readonly reason: string };

/** What a component may know and use of the question that is being answered. */
export interface ComponentContext {
  /** The configuration that this question began with. */
  readonly settings: PipelineSnapshot;
  /** Whether so much time is left, milliseconds at multiplier 1. */
  hasTime(ms: number): boolean;
  /** Asks the language model, if there is one and time for it; never throws for its failures. */
  ask(component: ComponentName, prompt: ModelPrompt, time: TimeAllowed): Promise<ModelAnswer>;
  /** Runs optional work with a limit of its own. @throws StepTimeoutError when it is late */
  within<T>(component: ComponentName, limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** What a component made of its input, and what it did, for the trace. */
export interface ComponentReport<Out> {
  readonly result: Out;
  /** False: the result is exactly what it would be with the component off. */
  readonly fired: boolean;
  readonly input: unknown;
  readonly output: unknown;
  /** In words: what changed because of it, or why it did not fire. */
  readonly effect: string;
  /** Milliseconds, where the component knows better than a clock around it that leaves out the part it stands around. */
  readonly tookMs?: number;
}

/**
 * One of the eight components. It stands around a part of the pipeline; switched off, its neutral substitute stands there, so that any
 * set of components is a whole pipeline and a difference between two sets is the work of what differs.
 * @example
 * // Drops evidence beyond the first three. Off, the evidence is as the retrieval gave it.
 * class FirstThree extends PipelineComponent<string, readonly string[]> {
 *   readonly name = 'reranker';
 *
 *   without(question: string, next: Next<string, readonly string[]>) {
 *     return next(question);
 *   }
 *
 *   async with(question: string, next: Next<string, readonly string[]>): Promise<ComponentReport<readonly string[]>> {
 *     const found = await next(question);
 *     const result = found.slice(0, 3);
 *     const fired = result.length < found.length;
 *     return { result, fired, input: found.length, output: result.length, effect: fired ? 'kept three' : 'kept all' };
 *   }
 * }
 */
export abstract class PipelineComponent<In, Out> {
  abstract readonly name: ComponentName;
  /** The declared neutral substitute; it costs nothing of its own. */
  abstract without(input: In, next: Next<In, Out>): Promise<Out>;
  abstract with(input: In, next: Next<In, Out>, context: ComponentContext): Promise<ComponentReport<Out>>;
}
