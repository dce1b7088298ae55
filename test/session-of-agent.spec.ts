import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EndedSession } from '../src/test-automation/sessions/application/run-to-completion.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { easyYardDocuments, runYardSession, storeYard, TOOLS } from './support/yard.js';

/** The category of the agent; the other tools are outside. */
const SEEN = TOOLS.slice(0, 6);

describe('a session that questions an agent', () => {
  let running: RunningApplication;
  let ended: EndedSession;
  let agent: string;
  const isOutside = (documentId: string | null) =>
    documentId !== null && !SEEN.some((tool) => documentId.startsWith(`yard-${tool}-`));
  const target = (model: string) => ({ kind: 'self' as const, baseUrl: undefined, model, apiKeyEnv: undefined });

  beforeAll(async () => {
    running = await startApplication();
    await storeYard(running, easyYardDocuments);
    const node_paths = SEEN.map((tool) => ['Yard', tool]);
    agent = (await running.post('/agents/from-category', { version: '1.0.0', node_paths })).json().agent_id;
    ended = await runYardSession(running, { order: { target: target(agent), scenarios: 1 } });
  }, 120_000);
  afterAll(() => running.stop());

  it('asks about everything that its caller may see, and is answered inside the categories of the agent', () => {
    const { results, session } = ended.complete;
    const outside = results.filter((result) => isOutside(result.gold.documentId));
    expect(outside.length).toBeGreaterThan(4);
    expect(results.length - outside.length).toBeGreaterThan(4);
    const sources = results.flatMap((result) => result.sources.map((source) => source.documentId));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter(isOutside)).toEqual([]);
    expect(session.startState).toMatchObject({ agent });
  });

  it('shows with a wider filter that the passage is outside, and recommends a change', () => {
    const chain = ended.complete.findings?.whys.find((found) => found.component === 'filter');
    expect(chain?.whys).toHaveLength(5);
    expect(chain?.whys[2]?.evidence).toContain(
      'counterfactual wider_filter: all categories of the caller: the answer is right',
    );
    expect(chain?.change).toMatch(/^Give the agent the category of yard-/u);
    const failed = ended.complete.results.filter((result) => chain?.resultIds.includes(result.resultId) === true);
    expect(failed.length).toBeGreaterThan(0);
    expect(failed.every((result) => isOutside(result.gold.documentId))).toBe(true);
    const plan = JSON.parse(readFileSync(path.join(running.dataFolder, 'output', 'improvement_plan.json'), 'utf8'));
    expect(plan.suggestions).toContainEqual(expect.objectContaining({ suggested_value: chain?.change }));
  });

  it('does not blame the filter without an agent', async () => {
    const whole = await runYardSession(running, { order: { target: target('default'), scenarios: 1 } });
    expect(whole.complete.findings?.whys.map((found) => found.component)).not.toContain('filter');
    const seen = whole.complete.results.flatMap((result) => result.sources.map((source) => source.documentId));
    expect(seen.some(isOutside)).toBe(true);
  }, 120_000);

  it('refuses an agent that there is not', async () => {
    const reply = await running.post('/test-sessions', { target: { kind: 'self', model: 'agent_unknown' } });
    expect(reply.statusCode).toBe(422);
    expect(reply.json().errors).toEqual([expect.objectContaining({ pointer: '/target/model' })]);
  });
});
