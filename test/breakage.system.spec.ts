import { Logger } from '@nestjs/common';
import { ApplyConfigurationPatch } from '../src/config/application/apply-configuration-patch.js';
import { JsonPatch } from '../src/config/domain/json-patch.js';
import { ComposedAnswer, Composer, ComposeRequest } from '../src/pipeline/domain/composer.js';
import { EndedSession, exitCodeOf } from '../src/test-automation/sessions/application/run-to-completion.js';
import { FailureCause } from '../src/test-automation/attribution/domain/failure-causes.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { FakeServer, sendJson } from './support/fake-server.js';
import { campusDocuments, MATTERS } from './support/campus.js';
import { confuseTools, runYardSession, storeYard, TOOLS, yardDocuments } from './support/yard.js';

const causes = ({ complete }: EndedSession): readonly FailureCause[] => complete.outcome.causes;
const gate = ({ complete }: EndedSession, id: string) => complete.outcome.gates.find((one) => one.id === id);
/** The cause that most wrong answers have. */
const mainCause = (ended: EndedSession) => causes(ended).find((cause) => cause.seenIn === 'answers');
const broken = (ended: EndedSession) =>
  causes(ended)
    .filter((cause) => cause.seenIn === 'component_test')
    .map(({ component, failureType }) => [component, failureType]);

async function patch(running: RunningApplication, ...operations: JsonPatch): Promise<void> {
  await running.app.get(ApplyConfigurationPatch, { strict: false }).apply({ patch: operations, note: 'test' });
}

/** Writes the likeliest sentence with other numbers, as if the passage said so. */
async function inventingWriter(request: ComposeRequest): Promise<ComposedAnswer> {
  const [best] = request.sentences;
  if (best === undefined) throw new Error('there is nothing to write from');
  const { evidence, sentence } = best;
  const said = sentence.text.replace(/\d+/gu, (digits) => String(3 * Number(digits) + 1));
  const citation = { start: 0, end: said.length, chunkId: evidence.chunkId };
  return Promise.resolve({
    text: `${said} [1]`,
    citations: [{ ...citation, quoteStart: sentence.start, quoteEnd: sentence.end }],
    usage: { provider: 'test', model: 'inventing', inputTokens: 0, outputTokens: 0, costUsd: 0 },
    degraded: [],
    abstained: false,
  });
}

describe('a system that is broken on purpose', () => {
  let running: RunningApplication;
  let sound: EndedSession;
  beforeAll(async () => {
    running = await startApplication();
    await storeYard(running);
    sound = await runYardSession(running);
  });
  afterAll(() => running.stop());

  const again = () => runYardSession(running, { compare: sound.complete.session.sessionId });

  it('is measured against a sound one, whose components all pass and whose answers invent and hide nothing', () => {
    expect(sound.complete.outcome.summary).toMatchObject({ queries: 30, notEvaluated: 0, factCheckRate: 1 });
    expect(sound.complete.outcome.summary.successRate).toBeGreaterThan(0.8);
    expect(gate(sound, 'component_tests')).toMatchObject({ passed: true });
    expect(broken(sound)).toEqual([]);
    expect(causes(sound).map((cause) => cause.component)).not.toContain('filter');
    expect(Object.keys(sound.complete.outcome.summary.byFailureType)).not.toContain('WRONG_FACT');
  });

  it('is found where synonyms join what the documents tell apart: query_analyzer', async () => {
    await confuseTools(running);
    const ended = await again();
    expect(broken(ended)).toEqual([['query_analyzer', 'IRRELEVANT']]);
    expect(gate(ended, 'component_tests')).toMatchObject({
      passed: false,
      detail: expect.stringContaining('query_analyzer'),
    });
    expect(exitCodeOf(ended)).toBe(1);
    await patch(running, { op: 'replace', path: '/synonyms/groups', value: [] });
  });

  it('is found where the reranker is off: reranker', async () => {
    await patch(running, { op: 'replace', path: '/pipeline/components/reranker/enabled', value: false });
    const ended = await again();
    expect(broken(ended)).toEqual([['reranker', 'IRRELEVANT']]);
    expect(gate(ended, 'component_tests')).toMatchObject({
      passed: false,
      detail: expect.stringContaining('reranker'),
    });
    expect(exitCodeOf(ended)).toBe(1);
    await patch(running, { op: 'replace', path: '/pipeline/components/reranker/enabled', value: true });
  });

  it('is found where the writer invents numbers that nothing checks: answer_writer, and fact_check as broken', async () => {
    const compose = jest.spyOn(running.app.get(Composer, { strict: false }), 'compose');
    compose.mockImplementation(inventingWriter);
    await patch(running, { op: 'replace', path: '/pipeline/components/fact_check/enabled', value: false });
    const ended = await again();
    expect(mainCause(ended)?.component).toBe('answer_writer');
    expect(['WRONG_FACT', 'HALLUCINATION']).toContain(mainCause(ended)?.failureType);
    expect(broken(ended)).toEqual([['fact_check', 'HALLUCINATION']]);
    expect(ended.comparison).toMatchObject({ regressed: true, verdict: 'worse' });
    expect(gate(ended, 'success_rate')).toMatchObject({ passed: false });
    expect(exitCodeOf(ended)).toBe(1);
    await patch(running, { op: 'replace', path: '/pipeline/components/fact_check/enabled', value: true });
    compose.mockRestore();
  });

  it('is found where the writer invents numbers and the fact check takes them out: answer_writer', async () => {
    const compose = jest.spyOn(running.app.get(Composer, { strict: false }), 'compose');
    compose.mockImplementation(inventingWriter);
    const ended = await again();
    compose.mockRestore();
    expect(broken(ended)).toEqual([]);
    expect(mainCause(ended)).toMatchObject({ component: 'answer_writer', failureType: 'FALSE_ABSTENTION' });
    expect(mainCause(ended)?.because).toContain('fact check took out');
    expect(ended.comparison?.regressed).toBe(true);
    expect(exitCodeOf(ended)).toBe(1);
  });
});

describe('a system that people ask in short words', () => {
  let running: RunningApplication;
  let sound: EndedSession;
  // Few enough that a tenth of the questions, which is what short words are, decides a gate.
  const order = { personaSet: 'university', queriesPerPersona: 6, scenarios: 6, turns: 5 };
  const ask = (compare?: string) => runYardSession(running, compare === undefined ? { order } : { order, compare });
  const slang = ({ complete }: EndedSession) => complete.results.filter((result) => result.kind === 'slang');
  const right = (ended: EndedSession) => slang(ended).filter((result) => result.judgement.verdict === 'success').length;
  beforeAll(async () => {
    // The lexicon contains the short words too, independent of the synonyms.
    running = await startApplication({ LEXICON_ENABLED: 'false' });
    await storeYard(running, campusDocuments);
    sound = await ask();
  });
  afterAll(() => running.stop());

  it('answers them, and passes the gates of its answers', () => {
    // Each short word once: a provision is asked in the same words only once.
    expect(slang(sound).length).toBeGreaterThanOrEqual(4);
    expect(right(sound)).toBeGreaterThanOrEqual(0.9 * slang(sound).length);
    // Thirty follow-ups pass their gate only where none of them fails.
    const missed = sound.complete.outcome.gates.filter((one) => one.passed !== true);
    expect(missed.map((one) => one.id).filter((id) => id !== 'followup_success_rate')).toEqual([]);
    expect(sound.complete.outcome.summary.followupSuccessRate).toBeGreaterThanOrEqual(0.85);
  });

  it('answers fewer where the short words are taken for other matters: query_analyzer', async () => {
    const others = MATTERS.filter(([, short]) => short === undefined);
    const groups = MATTERS.flatMap(([, short], i) => {
      const [other] = others[i] ?? [];
      return short === undefined || other === undefined ? [] : [{ lang: 'ko', words: [short, other] }];
    });
    await patch(running, { op: 'replace', path: '/synonyms/groups', value: groups });
    const ended = await ask(sound.complete.session.sessionId);
    // What questions and passages mean finds most of them all the same.
    expect(right(ended)).toBeLessThan(right(sound));
    expect(mainCause(ended)).toMatchObject({ component: 'query_analyzer' });
    expect(mainCause(ended)?.because).toMatch(/“(복전|조졸|수강철|부전|안식년|학고)[은는이가을를]?” was taken for/u);
  });
});

describe('a system with other parts that are broken on purpose', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('is found where the reranker puts the worst first: reranker', async () => {
    const server = new FakeServer();
    server.respond = (response, call) => {
      const documents = (call.body as { documents: unknown[] }).documents;
      const results = documents.map((_, index) => ({ index, relevance_score: (index + 1) / documents.length }));
      sendJson(response, 200, { results });
    };
    const url = await server.start();
    const running = await startApplication({ RERANKER: 'http', RERANKER_BASE_URL: url, RERANKER_API_KEY: 'k' });
    await storeYard(running);
    const ended = await runYardSession(running);
    await running.stop();
    await server.stop();
    expect(mainCause(ended)?.component).toBe('reranker');
    // Of another tool, or of none.
    expect(['WRONG_FACT', 'FALSE_ABSTENTION']).toContain(mainCause(ended)?.failureType);
    expect(broken(ended)).toEqual([['reranker', 'IRRELEVANT']]);
    expect(gate(ended, 'success_rate')).toMatchObject({ passed: false });
    expect(exitCodeOf(ended)).toBe(1);
  });

  it('is found where a filter hides regulations: filter', async () => {
    const admin = 'admin-key-of-the-breakage-test-0001';
    const running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: admin });
    const as = { 'x-api-key': admin };
    for (const document of yardDocuments) await running.post('/documents', document, as);
    const hidden = TOOLS.slice(0, 6);
    const made = await running.post(
      '/api-keys',
      {
        name: 'narrow',
        scopes: ['query'],
        allowed_category_paths: TOOLS.filter((tool) => !hidden.includes(tool)).map((tool) => ['Yard', tool]),
      },
      as,
    );
    process.env['TARGET_NARROW_KEY'] = made.json<{ key: string }>().key;
    // A target that is this server is refused: another server passes the questions on.
    const proxy = new FakeServer();
    proxy.respond = (response, { path, body, headers: { authorization = '' } }) =>
      void running
        .post(path, body as object, { authorization })
        .then((reply) => sendJson(response, reply.statusCode, reply.body));
    const target = { kind: 'touchstone', model: undefined, apiKeyEnv: 'TARGET_NARROW_KEY' } as const;
    const order = { target: { ...target, baseUrl: await proxy.start() } };
    const ended = await runYardSession(running, { order, owner: 'admin' });
    delete process.env['TARGET_NARROW_KEY'];
    await proxy.stop();
    await running.stop();
    const lost = causes(ended).filter((cause) => cause.component === 'filter');
    expect(mainCause(ended)?.component).toBe('filter');
    for (const { failureType, because } of lost) {
      expect(['FALSE_ABSTENTION', 'IRRELEVANT', 'WRONG_FACT', 'LOST_CONTEXT']).toContain(failureType);
      expect(because).toMatch(/yard-(saw|kiln|loom|ladle|anvil|easel)/u);
    }
    const asked = ended.complete.results.filter((r) => hidden.some((tool) => r.gold.documentId === `yard-${tool}`));
    expect(lost.flatMap((cause) => cause.resultIds).length).toBeGreaterThan(asked.length / 2);
    expect(gate(ended, 'success_rate')).toMatchObject({ passed: false });
    expect(exitCodeOf(ended)).toBe(1);
  });
});
