import { ApplyConfigurationPatch } from '../src/config/application/apply-configuration-patch.js';
import { ProbeComponents } from '../src/pipeline/application/probe-components.js';
import { KnownItem } from '../src/pipeline/domain/component-probe.js';
import { COMPONENTS, ComponentName } from '../src/pipeline/domain/trace.js';
import { UNRESTRICTED } from '../src/shared/domain/category-filter.js';
import { Json } from '../src/config/domain/json-patch.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';

/** Rules of one sentence about invented things. */
const THINGS = [
  'saw',
  'kiln',
  'loom',
  'ladle',
  'anvil',
  'easel',
  'lathe',
  'forge',
  'plane',
  'chisel',
  'mallet',
  'bellows',
];
const ruleOf = (thing: string, i: number) => `A ${thing} of the yard is lent for ${i + 3} days.`;
const ITEMS: KnownItem[] = THINGS.map((thing, i) => ({
  question: `How long is a ${thing} of the yard lent?`,
  documentId: thing,
  quote: ruleOf(thing, i),
}));

const MATERIAL = {
  items: ITEMS,
  provisions: THINGS.map((thing, i) => ({ heading: `Lending the ${thing}`, text: ruleOf(thing, i) })),
};

async function started(settings: Readonly<Record<string, string>> = {}): Promise<RunningApplication> {
  const running = await startApplication(settings);
  for (const [i, thing] of THINGS.entries())
    await running.post('/documents', {
      document_id: thing,
      title: `Rules of the ${thing}`,
      text: `${ruleOf(thing, i)} Whoever damages it tells the yard.`,
      canonical_path: ['Yard'],
    });
  return running;
}

async function probed(running: RunningApplication) {
  const probes = running.app.get(ProbeComponents, { strict: false });
  const found = await probes.probeComponents(
    { owner: 'ann', filter: UNRESTRICTED },
    MATERIAL,
    new AbortController().signal,
  );
  const of = (name: ComponentName) => found.find((probe) => probe.component === name);
  return { found, of, failed: found.filter((probe) => probe.status === 'failed').map((probe) => probe.component) };
}

function patched(running: RunningApplication, path: string, value: Json): Promise<unknown> {
  const apply = running.app.get(ApplyConfigurationPatch, { strict: false });
  return apply.apply({ patch: [{ op: 'replace', path, value }], note: 'test' });
}

/** What does nothing without a language model is not tested without one. */
const NEED_A_MODEL: ReadonlySet<ComponentName> = new Set(['hyde', 'corrective_rag']);

describe('the tests of the components', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await started();
  });
  afterAll(() => running.stop());

  it('pass for a sound pipeline, each with its own cases, and skip those that need a model', async () => {
    const { found, failed } = await probed(running);
    expect(failed).toEqual([]);
    expect(found.map((probe) => probe.component)).toEqual([...COMPONENTS]);
    for (const { component, status, cases, note } of found) {
      if (NEED_A_MODEL.has(component))
        expect([status, cases, note]).toEqual(['not_available', [], expect.stringContaining('no language model')]);
      else expect(cases.filter((one) => one.kind === 'rule').length).toBeGreaterThan(0);
    }
  });

  it.each(COMPONENTS.filter((name) => !NEED_A_MODEL.has(name)))(
    'fail for %s, and nothing else, where it is off',
    async (name) => {
      await patched(running, `/pipeline/components/${name}/enabled`, false);
      const { failed } = await probed(running);
      await patched(running, `/pipeline/components/${name}/enabled`, true);
      expect(failed).toEqual([name]);
    },
  );
});

describe('the tests of the components with other parts', () => {
  it('fail for a reranker that puts the worst passage first', async () => {
    const server = new FakeServer();
    server.respond = (response, call) => {
      const documents = (call.body as { documents: unknown[] }).documents;
      const results = documents.map((_, index) => ({ index, relevance_score: (index + 1) / documents.length }));
      sendJson(response, 200, { results });
    };
    const url = await server.start();
    const running = await started({ RERANKER: 'http', RERANKER_BASE_URL: url, RERANKER_API_KEY: 'k' });
    const { failed, of } = await probed(running);
    await running.stop();
    await server.stop();
    expect(failed).toEqual(['reranker']);
    expect(of('reranker')?.cases.find((one) => !one.passed)?.found).toContain('place');
  });

  it('test those that need a model if one is configured', async () => {
    const server = new FakeServer();
    server.respond = (response) =>
      sendJson(response, 200, {
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'The yard lends for some days.' } },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      });
    const url = await server.start();
    const settings = { LLM_PROVIDER: 'openai', OPENAI_BASE_URL: url, OPENAI_API_KEY: 'sk-test', LLM_MODEL: 'm' };
    const running = await started(settings);
    const { of } = await probed(running);
    await running.stop();
    await server.stop();
    expect([...NEED_A_MODEL].map((name) => of(name)?.status)).toEqual(['passed', 'passed']);
  });
});
