import fc from 'fast-check';
import { configuredSettings } from '../../../test/support/configured-settings.js';
import { USED } from '../../../test/support/pipeline-fakes.js';
import { ComponentReport, Next, PipelineComponent, TextCompletion, TextCompletionError } from '../domain/component.js';
import { PipelineSnapshot } from '../domain/pipeline-settings.js';
import { ComponentName, COMPONENTS, ComponentSwitches } from '../domain/trace.js';
import { PipelineRun } from './pipeline-run.js';
import { PipelineTrace } from './pipeline-trace.js';

class FakeModel extends TextCompletion {
  calls = 0;

  constructor(
    readonly available: boolean,
    private readonly reply: string | Error,
  ) {
    super();
  }

  complete() {
    this.calls++;
    return this.reply instanceof Error
      ? Promise.reject(this.reply)
      : Promise.resolve({ text: this.reply, usage: USED });
  }
}

/** Writes its name around the result of the part that it wraps. */
class Named extends PipelineComponent<string, string> {
  constructor(readonly name: ComponentName) {
    super();
  }

  override bypass(input: string, next: Next<string, string>): Promise<string> {
    return next(input);
  }

  async run(input: string, next: Next<string, string>): Promise<ComponentReport<string>> {
    const result = `${this.name}(${await next(input)})`;
    return { result, fired: true, input, output: result, effect: 'named' };
  }
}

const PROMPT = { system: 'rules', user: 'question', maxTokens: 5 };
const TIME = { limitMs: 700, reserveMs: 2_000 };

function start(
  options: {
    model?: TextCompletion;
    leftMs?: number;
    switches?: ComponentSwitches;
    client?: AbortSignal;
    settings?: PipelineSnapshot;
  } = {},
): PipelineRun {
  const { model = new FakeModel(true, 'reply'), leftMs = 4_000, switches = {}, client } = options;
  const settings = options.settings ?? configuredSettings();
  const deadline = { remainingMs: () => leftMs, pause: () => () => undefined };
  return new PipelineRun({ settings, switches, deadline, multiplier: 1, client }, model);
}

describe('PipelineRun', () => {
  it('wraps a part in exactly the components that are on, in order, and records an event of each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), async (on) => {
        const switches = Object.fromEntries(COMPONENTS.map((name, i) => [name, on[i]]));
        const run = start({ switches });
        const whole = run.withComponents(
          COMPONENTS.map((name) => new Named(name)),
          (input) => Promise.resolve(input),
        );
        const names = COMPONENTS.filter((_, i) => on[i]);
        const expected = `${names.map((name) => `${name}(`).join('')}x${')'.repeat(names.length)}`;
        expect(await whole('x')).toBe(expected);
        expect(run.trace.events().map((event) => event.fired)).toEqual(on);
        expect(Object.keys(run.trace.timingsS())).toHaveLength(names.length);
      }),
    );
  });

  it('lets the request override the switches of the configuration, and reports who switched off', async () => {
    const shipped = configuredSettings();
    const settings = { ...shipped, enabled: { ...shipped.enabled, hyde: false, reranker: false } };
    const run = start({ settings, switches: { hyde: true, self_rag: false } });
    const components = (['hyde', 'reranker', 'self_rag'] as const).map((name) => new Named(name));
    expect(await run.withComponents(components, (input) => Promise.resolve(input))('x')).toBe('hyde(x)');
    const effects = new Map(run.trace.events().map((event) => [event.component, event.effect]));
    expect(effects.get('reranker')).toBe('switched off in the configuration');
    expect(effects.get('self_rag')).toBe('switched off');
    expect(effects.get('corrective_rag')).toContain('not reached');
  });

  it('adds up a component that runs around a second retrieval, and keeps its first event', async () => {
    const run = start();
    const wrapped = run.withComponents([new Named('reranker')], (input) => Promise.resolve(input));
    await wrapped('first');
    await wrapped('second');
    expect(run.trace.events().find((event) => event.component === 'reranker')).toMatchObject({ input: 'first' });
  });

  it('adds the tokens of a model call to its component and to the answer', async () => {
    const run = start();
    expect(await run.ask('hyde', PROMPT, TIME)).toEqual({ answered: true, text: 'reply' });
    run.trace.skip('hyde', 'done');
    expect(run.trace.events().find((event) => event.component === 'hyde')?.tokens).toEqual({ input: 90, output: 9 });
    expect(run.usage).toEqual([USED]);
  });

  it.each([
    ['no model is configured', { model: new FakeModel(false, '') }, 'no language model is configured'],
    ['too little time is left', { leftMs: 2_300 }, 'skipped: 300 ms are left for it'],
    ['the model fails', { model: new FakeModel(true, new TextCompletionError('away')) }, 'away'],
  ])('gives a reason instead of an answer when %s', async (_, options, reason) => {
    expect(await start(options).ask('hyde', PROMPT, TIME)).toEqual({ answered: false, reason });
  });

  it('does not call a model again that failed in the same question, and marks the component', async () => {
    const model = new FakeModel(true, new TextCompletionError('away'));
    const run = start({ model });
    await run.ask('hyde', PROMPT, TIME);
    await run.ask('self_rag', PROMPT, TIME);
    expect(model.calls).toBe(1);
    expect([...run.degraded]).toEqual(['hyde']);
    expect(run.usage).toEqual([{ inputTokens: 0, outputTokens: 0, costUsd: null }]);
  });

  it('does not count a disconnect of the client as a failure of the model', async () => {
    const run = start({ client: AbortSignal.abort() });
    await expect(run.ask('hyde', PROMPT, TIME)).rejects.toThrow('closed the connection');
    expect(run.degraded.size).toBe(0);
  });
});

describe('the trace of a message with several readings', () => {
  const output = { intent: 'question', question: 'completed?' };
  const effect = 'intent question; the follow-up was completed from the conversation by rules; 2 words with synonyms';
  const otherwise = 'intent question; 2 words with synonyms; another reading of the message had a more probable answer';
  const analysis = (kept: string) => {
    const trace = new PipelineTrace();
    const event = { component: 'query_analyzer', fired: true, input: null, output, effect, took_ms: 1 } as const;
    trace.record(event, otherwise);
    trace.keepReading(kept, 'completed?');
    return trace.events()[0];
  };

  it('names the reading that was kept, and the completed one as tried', () => {
    expect(analysis('alone?')).toMatchObject({
      output: { intent: 'question', question: 'alone?', also_tried: 'completed?' },
      effect: otherwise,
    });
  });

  it('does not change if the completed question was kept', () => {
    expect(analysis('completed?')).toMatchObject({ output, effect });
  });
});
