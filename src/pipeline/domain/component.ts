import { PipelineSnapshot } from './pipeline-settings.js';
import { ComponentName } from './trace.js';
import { LlmUsage } from './composer.js';

/** The part of the pipeline that a component wraps. The component may call it zero or more times, and with another input. */
export type Next<In, Out> = (input: In) => Promise<Out>;

export interface ModelPrompt {
  readonly system: string;
  readonly user: string;
  readonly maxTokens: number;
}

/** Time limit of an optional request to a language model, and the time reserved for the later steps; milliseconds at multiplier 1. */
export interface TimeAllowed {
  readonly limitMs: number;
  readonly reserveMs: number;
}

export type ModelAnswer =
  | { readonly answered: true; readonly text: string }
  /** Why there is none, in words for the trace: no model, no time, or it failed. */
  | { readonly answered: false; readonly reason: string };

/** What a component may read and use while a question is answered. */
export interface ComponentContext {
  /** The configuration at the start of this question. */
  readonly settings: PipelineSnapshot;
  /** Whether at least `ms` are left, milliseconds at multiplier 1. */
  hasTime(ms: number): boolean;
  /** Asks the language model if one is configured and time is left. Does not throw if the model fails. */
  ask(component: ComponentName, prompt: ModelPrompt, time: TimeAllowed): Promise<ModelAnswer>;
  /** Runs optional work with its own time limit. @throws StepTimeoutError if it exceeds the limit */
  within<T>(component: ComponentName, limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** The result of a component, and a report of what it did, for the trace. */
export interface ComponentReport<Out> {
  readonly result: Out;
  /** False: the result is exactly what it would be with the component off. */
  readonly fired: boolean;
  readonly input: unknown;
  readonly output: unknown;
  /** In words: the change, or the reason why it did not fire. */
  readonly effect: string;
  /** The effect if another reading of the message than its result is kept later. */
  readonly effectOtherwise?: string;
  /** Milliseconds, if the component measures its own time more exactly than the outer clock, which subtracts the wrapped part. */
  readonly tookMs?: number;
}

/**
 * One of the eight components. It wraps a part of the pipeline. Switched off, its neutral substitute takes its position, so that any set of
 * components is a whole pipeline and two sets can be compared.
 * @example // Drops evidence beyond the first three. Off, the evidence is as the retrieval gave it. class FirstThree extends
 * PipelineComponent<string, readonly string[]> {
 *   readonly name = 'reranker';
 *
 *   bypass(question: string, next: Next<string, readonly string[]>) {
 *     return next(question);
 *   }
 *
 *   async run(question: string, next: Next<string, readonly string[]>): Promise<ComponentReport<readonly string[]>> {
 *     const found = await next(question);
 *     const result = found.slice(0, 3);
 *     const fired = result.length < found.length;
 *     return { result, fired, input: found.length, output: result.length, effect: fired ? 'kept three' : 'kept all' };
 *   } }
 */
export abstract class PipelineComponent<In, Out> {
  abstract readonly name: ComponentName;
  /** The declared neutral substitute, which adds no cost: by default the next component alone. */
  bypass(input: In, next: Next<In, Out>): Promise<Out> {
    return next(input);
  }

  abstract run(input: In, next: Next<In, Out>, context: ComponentContext): Promise<ComponentReport<Out>>;
}

/** The model gave no reply; the message never contains a key. */
export class TextCompletionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TextCompletionError';
  }
}

/** A language model for the prompts of components. The adapter in infrastructure uses the llm feature. */
export abstract class TextCompletion {
  /** False without a configured model: components then use their form without a model, or report that they are not available. */
  abstract readonly available: boolean;
  /** @throws TextCompletionError if no reply arrives */
  abstract complete(
    prompt: ModelPrompt,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly usage: LlmUsage }>;
}
