import { CHAIN, NoSpans, Spans } from '../../shared/domain/spans.js';
import { AnswerListener, STEP_LIMITS_S, StepName } from '../domain/step.js';
import {
  ComponentContext,
  ModelAnswer,
  ModelPrompt,
  Next,
  PipelineComponent,
  TimeAllowed,
  TextCompletion,
} from '../domain/component.js';
import { LlmUsage } from '../domain/composer.js';
import { PipelineSnapshot } from '../domain/pipeline-settings.js';
import { ComponentName, ComponentSwitches } from '../domain/trace.js';
import { PipelineTrace } from './pipeline-trace.js';
import { StreamedAnswer } from './streamed-answer.js';
import { CancellableWork, Deadline, runStep } from './step-runner.js';

/** Settings of a run. */
export interface RunSettings {
  readonly settings: PipelineSnapshot;
  /** Switches of the request; they override the configuration. */
  readonly switches: ComponentSwitches;
  readonly deadline: Deadline;
  /** Scale of every limit. */
  readonly multiplier: number;
  readonly client: AbortSignal | undefined;
  /** Receives the progress of the answer. */
  readonly listener?: AnswerListener | undefined;
  /** Trace of the request; if absent, nothing is traced. */
  readonly spans?: Spans;
}

/** The limit of a retrieval, which waits for the same store. */
const READING_LIMIT_S = STEP_LIMITS_S.retrieve;

/** An optional model call is skipped if less than this share of its limit is left. */
const LEAST_SHARE = 0.5;

/** The run of one question: its deadline, its steps and components, their results and their cost. */
export class PipelineRun implements ComponentContext {
  readonly trace = new PipelineTrace();
  readonly timings: Record<StepName, number> = { intent: 0, retrieve: 0, compose: 0, respond: 0 };
  /** Components whose model call failed. */
  readonly degraded = new Set<ComponentName>();
  /** Usage of the components' model calls. */
  readonly usage: Pick<LlmUsage, 'inputTokens' | 'outputTokens' | 'costUsd'>[] = [];
  readonly shown: StreamedAnswer;
  private readonly spans: Spans;

  constructor(
    private readonly start: RunSettings,
    private readonly model: TextCompletion,
  ) {
    this.shown = new StreamedAnswer(start.listener);
    this.spans = start.spans ?? new NoSpans();
  }

  get settings(): PipelineSnapshot {
    return this.start.settings;
  }

  get client(): AbortSignal | undefined {
    return this.start.client;
  }

  /** @throws StepTimeoutError if the step exceeds its limit, RequestCancelledError if the client disconnects */
  async step<T>(name: StepName, work: CancellableWork<T>): Promise<T> {
    const started = performance.now();
    const { multiplier, deadline, client, listener } = this.start;
    listener?.step(name, undefined);
    try {
      const limits = { name, limitS: STEP_LIMITS_S[name] * multiplier, deadline };
      return await this.spans.within(`step ${name}`, CHAIN, () => runStep(limits, client, work));
    } finally {
      // A repeated step (a second composition) reports the time of the first; its component reports its own time.
      const tookMs = performance.now() - started;
      if (this.timings[name] === 0) this.timings[name] = tookMs / 1000;
      listener?.step(name, tookMs);
    }
  }

  /**
   * Reads the input of a step from the store, before the step. Under load this waits for a connection, which is not the work of the step.
   * @throws StepTimeoutError if it exceeds the limit, RequestCancelledError if the client disconnects
   */
  reading<T>(what: string, work: CancellableWork<T>): Promise<T> {
    const { multiplier, deadline, client } = this.start;
    return runStep({ name: what, limitS: READING_LIMIT_S * multiplier, deadline }, client, work);
  }

  within<T>(component: ComponentName, limitMs: number, work: CancellableWork<T>): Promise<T> {
    const { multiplier, deadline, client } = this.start;
    return runStep({ name: component, limitS: (limitMs * multiplier) / 1000, deadline }, client, work);
  }

  hasTime(ms: number): boolean {
    return this.start.deadline.remainingMs() >= ms * this.start.multiplier;
  }

  async ask(component: ComponentName, prompt: ModelPrompt, { limitMs, reserveMs }: TimeAllowed): Promise<ModelAnswer> {
    if (!this.model.available) return { answered: false, reason: 'no language model is configured' };
    if (this.degraded.size > 0)
      return { answered: false, reason: 'the language model failed in this question already' };
    const leftMs = this.start.deadline.remainingMs() / this.start.multiplier - reserveMs;
    if (leftMs < LEAST_SHARE * limitMs)
      return { answered: false, reason: `skipped: ${Math.max(0, Math.round(leftMs))} ms are left for it` };
    try {
      const reply = await this.within(component, Math.min(limitMs, leftMs), (signal) =>
        this.model.complete(prompt, signal),
      );
      this.usage.push(reply.usage);
      this.trace.spend(component, reply.usage);
      return { answered: true, text: reply.text };
    } catch (error) {
      // A disconnect of the client does not count as a failure of the model.
      if (this.start.client?.aborted === true) throw error;
      this.degraded.add(component);
      // The provider does not report the cost of a failed or cancelled call.
      this.usage.push({ inputTokens: 0, outputTokens: 0, costUsd: null });
      return { answered: false, reason: error instanceof Error ? error.message : 'the language model failed' };
    }
  }

  /** Wraps the part of the pipeline in all components, the first outermost; a component that is off is replaced by its substitute. */
  withComponents<In, Out>(components: readonly PipelineComponent<In, Out>[], part: Next<In, Out>): Next<In, Out> {
    return components.reduceRight<Next<In, Out>>(
      (next, component) => (input) => this.run(component, input, next),
      part,
    );
  }

  private isOn(name: ComponentName): boolean {
    return this.start.switches[name] ?? this.settings.enabled[name];
  }

  private async run<In, Out>(component: PipelineComponent<In, Out>, input: In, next: Next<In, Out>): Promise<Out> {
    const { name } = component;
    if (!this.isOn(name)) {
      const byRequest = name in this.start.switches;
      this.trace.skip(name, byRequest ? 'switched off' : 'switched off in the configuration');
      return component.bypass(input, next);
    }
    const started = performance.now();
    let elsewhereMs = 0;
    const timed: Next<In, Out> = async (inner) => {
      const left = performance.now();
      try {
        return await next(inner);
      } finally {
        elsewhereMs += performance.now() - left;
      }
    };
    const { result, fired, output, effect, effectOtherwise, tookMs, ...report } = await this.spans.within(
      `component ${name}`,
      CHAIN,
      () => component.run(input, timed, this),
    );
    const took_ms = tookMs ?? Math.max(0, performance.now() - started - elsewhereMs);
    this.trace.record({ component: name, fired, input: report.input, output, effect, took_ms }, effectOtherwise);
    return result;
  }
}
