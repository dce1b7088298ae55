import { ComponentName, COMPONENTS, TraceEvent } from '../domain/trace.js';

const NOT_REACHED = 'not reached: the question needed no retrieval';

/** Collects what the components did to one question. */
export class PipelineTrace {
  private readonly recorded = new Map<ComponentName, TraceEvent>();
  private readonly otherwise = new Map<ComponentName, string>();
  private readonly tokens = new Map<ComponentName, { input: number; output: number }>();

  /**
   * A component that runs again, around a second retrieval, keeps its first event. Its times are added, and it counts as fired if either
   * run fired.
   * @param otherwise its effect if another reading of the message is kept
   */
  record(event: TraceEvent, otherwise?: string): void {
    if (otherwise !== undefined) this.otherwise.set(event.component, otherwise);
    const first = this.recorded.get(event.component);
    this.recorded.set(
      event.component,
      first === undefined
        ? event
        : { ...first, fired: first.fired || event.fired, took_ms: first.took_ms + event.took_ms },
    );
  }

  /** A component that did nothing, and why. */
  skip(component: ComponentName, effect: string): void {
    this.record({ component, fired: false, input: null, output: null, effect, took_ms: 0 });
  }

  /**
   * The event of the analysis names the question that was answered. The retrieval tries several readings of a message in a conversation; the
   * one that the analysis completed may not be the most probable.
   * @param question of the reading that was kept
   * @param completed as the analysis completed the message
   */
  keepReading(question: string, completed: string): void {
    const event = this.recorded.get('query_analyzer');
    if (event?.fired !== true || question === completed) return;
    this.recorded.set('query_analyzer', {
      ...event,
      output: { ...Object(event.output), question, also_tried: completed },
      effect: this.otherwise.get(event.component) ?? event.effect,
    });
  }

  /** Adds the tokens of a component's model call. */
  spend(component: ComponentName, usage: { readonly inputTokens: number; readonly outputTokens: number }): void {
    const before = this.tokens.get(component) ?? { input: 0, output: 0 };
    this.tokens.set(component, {
      input: before.input + usage.inputTokens,
      output: before.output + usage.outputTokens,
    });
  }

  /** One event for each of the eight components, in the order of the pipeline. */
  events(): TraceEvent[] {
    return COMPONENTS.map((component) => {
      const event = this.recorded.get(component);
      const tokens = this.tokens.get(component);
      if (event === undefined)
        return { component, fired: false, input: null, output: null, effect: NOT_REACHED, took_ms: 0 };
      return tokens === undefined ? event : { ...event, tokens };
    });
  }

  /** Seconds of each component that fired. */
  timingsS(): Partial<Record<ComponentName, number>> {
    return Object.fromEntries(
      [...this.recorded.values()].filter((e) => e.fired).map((e) => [e.component, e.took_ms / 1000]),
    );
  }
}
