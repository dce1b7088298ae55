import { FakeServer, sendJson } from '../../../../test/support/fake-server.js';
import { Logger } from '@nestjs/common';
import { ShareBudget } from '../../../llm/application/model-spending.js';
import { AsyncRequestSpending } from '../../../llm/infrastructure/spending-adapters.js';
import { UNRESTRICTED } from '../../../shared/domain/category-filter.js';
import { OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { TargetError, TargetQuestion } from '../../domain/rag-target.js';
import { HttpTarget, HttpTargetTemplates } from './http-target.js';
import { OpenAiTarget } from './openai-target.js';
import { Rfc9535Paths } from './rfc9535-paths.js';
import { InProcessTargets } from './in-process-target.js';
import { CUT, MAX_ANSWER_BYTES, UNREACHED } from './target-http.js';
import { TouchstoneTarget } from './touchstone-target.js';

const KEY = 'sk-under-test-123456';
const VARIABLE = 'TARGET_OF_THE_TARGET_SPEC';
const QUESTION: TargetQuestion = {
  message: '휴학은 언제까지 신청해요?',
  conversationId: undefined,
  asOf: undefined,
  history: [],
  off: [],
};
const signal = () => new AbortController().signal;
const SOURCE = { doc_id: 'd1', chunk_id: 'd1#0', title: '휴학 규정', quote: '14일 전까지', start: 3, end: 10 };

let server: FakeServer;
let baseUrl: string;
beforeAll(() => {
  Logger.overrideLogger(false);
  process.env[VARIABLE] = KEY;
});
afterAll(() => {
  process.env[VARIABLE] = '';
});
beforeEach(async () => {
  server = new FakeServer();
  baseUrl = await server.start();
});
afterEach(async () => server.stop());
const client = new OutgoingClient({ maxBytes: MAX_ANSWER_BYTES });
const headers = { authorization: { secret: VARIABLE, prefix: 'Bearer ' } };
const settings = (timeoutMs = 2000) => ({ baseUrl: `${baseUrl}/`, headers, timeoutMs, client });

async function failureOf(asked: Promise<unknown>): Promise<TargetError> {
  const error: unknown = await asked.catch((e: unknown) => e);
  expect(error).toBeInstanceOf(TargetError);
  return error as TargetError;
}

describe('another Touchstone as target', () => {
  const ANSWER = {
    response: '14일 전까지입니다.',
    conversation_id: 'c1',
    sources: [SOURCE],
    confidence: 0.8,
    trace: [{ component: 'reranker', fired: true, input: {}, output: {}, effect: 'moved', took_ms: 3 }],
    metadata: {
      intent: 'question',
      completed_question: '휴학 신청 기한',
      degraded: ['reranker'],
      llm: { cost_usd: 0.02 },
      abstained: false,
      trace_id: 't1',
    },
  };

  it('is asked by /chat/run with conversation, day and switches, and its answer is read completely', async () => {
    server.respond = (response) => sendJson(response, 200, ANSWER);
    const target = new TouchstoneTarget(settings());
    const answer = await target.ask({ ...QUESTION, conversationId: 'c1', asOf: '2026-02-28', off: ['hyde'] }, signal());
    expect(server.calls[0]).toMatchObject({
      path: '/chat/run',
      headers: { authorization: `Bearer ${KEY}` },
      body: {
        message: QUESTION.message,
        conversation_id: 'c1',
        as_of: '2026-02-28',
        options: { explain: true, components: { hyde: false } },
      },
    });
    expect(answer).toMatchObject({
      text: ANSWER.response,
      abstained: false,
      confidence: 0.8,
      conversationId: 'c1',
      traceId: 't1',
      degraded: ['reranker'],
      costUsd: 0.02,
      understood: { intent: 'question', question: '휴학 신청 기한' },
      events: [{ component: 'reranker', fired: true, tookMs: 3 }],
      sources: [{ documentId: 'd1', chunkId: 'd1#0', quote: '14일 전까지', start: 3, end: 10 }],
    });
  });

  it('opens a new conversation by sending none', async () => {
    server.respond = (response) => sendJson(response, 200, ANSWER);
    await new TouchstoneTarget(settings()).ask(QUESTION, signal());
    expect(Object.keys(server.calls[0]?.body as object)).toEqual(['message', 'options']);
  });

  it.each([
    [429, { 'retry-after': '2' }, 2000, undefined],
    [503, {}, 1000, 'server_error'],
    [500, {}, undefined, 'server_error'],
    [401, {}, undefined, undefined],
  ])('fails for %d with %o, to be tried again after %s ms, as %s', async (status, headers, waitMs, failure) => {
    server.respond = (response) => sendJson(response, status, { detail: `no ${KEY}` }, headers);
    const error = await failureOf(new TouchstoneTarget(settings()).ask(QUESTION, signal()));
    expect([error.retryAfterMs, error.failure]).toEqual([waitMs, failure]);
    expect(error.message).not.toContain(KEY);
  });

  it.each([
    ['no JSON', '<html>'],
    ['another shape', { answer: 'yes' }],
    ['an endless answer', 'x'.repeat(3_000_000)],
  ])('fails for %s', async (_, body) => {
    server.respond = (response) => sendJson(response, 200, body);
    await failureOf(new TouchstoneTarget(settings()).ask(QUESTION, signal()));
  });

  it('fails after a timeout, without a connection, and when the session stops, and closes the connection', async () => {
    server.respond = () => undefined;
    // Long enough for the call to arrive on a busy machine.
    expect((await failureOf(new TouchstoneTarget(settings(1000)).ask(QUESTION, signal()))).message).toBe(UNREACHED);
    expect(await server.calls[0]?.aborted).toBe(true);
    const controller = new AbortController();
    const asked = failureOf(new TouchstoneTarget(settings()).ask(QUESTION, controller.signal));
    controller.abort();
    expect((await asked).message).toContain('stopped');
    server.respond = (response) => sendJson(response, 404, { detail: `No such route for ${KEY}.\nLook again.` });
    const lost = await failureOf(new TouchstoneTarget(settings()).ask(QUESTION, signal()));
    expect(lost.message).toBe('the target answered 404 to POST /chat/run: No such route for …. Look again');
    const nowhere = { ...settings(), baseUrl: 'http://127.0.0.1:1' };
    expect((await failureOf(new TouchstoneTarget(nowhere).ask(QUESTION, signal()))).message).toBe(UNREACHED);
  });
});

describe('an OpenAI-compatible endpoint as target', () => {
  it('sends the dialogue along, since it keeps none', async () => {
    server.respond = (response) => sendJson(response, 200, { choices: [{ message: { content: 'By day 14.' } }] });
    const history = [{ question: 'Q1', answer: 'A1' }];
    const target = new OpenAiTarget(settings(), 'm-1');
    const answer = await target.ask({ ...QUESTION, history }, signal());
    expect(server.calls[0]).toMatchObject({ path: '/chat/completions', headers: { authorization: `Bearer ${KEY}` } });
    const { model, messages } = server.calls[0]?.body as {
      model: string;
      messages: { role: string; content: string }[];
    };
    expect(model).toBe('m-1');
    expect(messages.map((m) => m.role)).toEqual(['user', 'assistant', 'user']);
    expect(messages[2]?.content).toBe(QUESTION.message);
    expect(answer).toMatchObject({
      text: 'By day 14.',
      sources: [],
      abstained: false,
      conversationId: null,
      events: [],
    });
  });

  it('reads sources from annotations, and better ones if the endpoint is a Touchstone', async () => {
    const citation = { type: 'url_citation', url_citation: { url: 'https://docs/7', title: 'Seven' } };
    const message = { content: 'By day 14.', annotations: [citation, { type: 'other' }] };
    server.respond = (response) => sendJson(response, 200, { choices: [{ message }] });
    const target = new OpenAiTarget(settings(), 'm-1');
    expect((await target.ask(QUESTION, signal())).sources).toMatchObject([
      { documentId: 'https://docs/7', title: 'Seven' },
    ]);
    const touchstone = { sources: [SOURCE], abstained: true };
    server.respond = (response) => sendJson(response, 200, { choices: [{ message }], touchstone });
    expect(await target.ask(QUESTION, signal())).toMatchObject({ abstained: true, sources: [{ documentId: 'd1' }] });
  });

  it('quotes the refusal of the endpoint', async () => {
    server.respond = (response) => sendJson(response, 404, { error: { message: 'The model `x` does not exist' } });
    const refused = await failureOf(new OpenAiTarget(settings(), 'x').ask(QUESTION, signal()));
    expect(refused.message).toBe('the target answered 404 to POST /chat/completions: The model `x` does not exist');
    server.respond = (response) => response.writeHead(500).end('<html>');
    const broken = await failureOf(new OpenAiTarget(settings(), 'x').ask(QUESTION, signal()));
    expect(broken.message).toBe('the target answered 500 to POST /chat/completions');
  });

  it('distinguishes transient failures from others', async () => {
    const target = new OpenAiTarget(settings(), 'm');
    for (const [status, failure] of [
      [500, 'server_error'],
      [502, 'server_error'],
      [504, 'server_error'],
      [501, undefined],
      [400, undefined],
    ]) {
      server.respond = (response) => sendJson(response, Number(status), {});
      expect((await failureOf(target.ask(QUESTION, signal()))).failure).toBe(failure);
    }
    server.respond = (response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices": [');
      response.socket?.destroySoon();
    };
    const cut = await failureOf(target.ask(QUESTION, signal()));
    expect([cut.failure, cut.message]).toEqual(['cut_answer', CUT]);
  });

  it('reports its token counts', async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 3 };
    server.respond = (response) => sendJson(response, 200, { choices: [{ message: { content: 'a' } }], usage });
    expect((await new OpenAiTarget(settings(), 'm').ask(QUESTION, signal())).tokens).toEqual({ input: 12, output: 3 });
  });

  it('treats a reply without text as an empty answer, and one without a choice as none', async () => {
    server.respond = (response) => sendJson(response, 200, { choices: [{ message: { content: null } }] });
    expect((await new OpenAiTarget(settings(), 'm').ask(QUESTION, signal())).text).toBe('');
    server.respond = (response) => sendJson(response, 200, { choices: [] });
    await failureOf(new OpenAiTarget(settings(), 'm').ask(QUESTION, signal()));
  });
});

describe('any server with templates as target', () => {
  const templates = (more: Partial<HttpTargetTemplates> = {}): HttpTargetTemplates => ({
    request: {
      method: 'POST',
      path: '/ask',
      body: { q: '{{question}}', chat: '{{conversation_id}}', all: '{{messages}}', model: '{{model}}' },
    },
    response: {
      answer: '/data/answer',
      contexts: '/data/contexts',
      citations: 'data.sources',
      conversationId: '/data/chat',
      inputTokens: '/usage/in',
      outputTokens: '/usage/out',
      costUsd: undefined,
    },
    stream: undefined,
    model: 'm-1',
    ...more,
  });
  const ask = (more: Partial<HttpTargetTemplates> = {}, question: Partial<TargetQuestion> = {}) =>
    new HttpTarget(settings(), templates(more), new Rfc9535Paths()).ask({ ...QUESTION, ...question }, signal());

  it('sends the filled template, and finds answer, sources, conversation and tokens', async () => {
    const data = {
      answer: 'By day 14.',
      contexts: ['day 14 passage', { page_content: 'other', id: 'd2' }],
      sources: ['https://docs/7', { title: 'Seven', quote: 'day 14', document_id: 'd7' }, 5],
      chat: 'c-9',
    };
    server.respond = (response) => sendJson(response, 200, { data, usage: { in: 12, out: 'many' } });
    const history = [{ question: 'Q1', answer: 'A1' }];
    const answer = await ask({}, { history, conversationId: 'c-8' });
    expect(server.calls[0]?.body).toEqual({
      q: QUESTION.message,
      chat: 'c-8',
      all: [
        { role: 'user', content: 'Q1' },
        { role: 'assistant', content: 'A1' },
        { role: 'user', content: QUESTION.message },
      ],
      model: 'm-1',
    });
    expect(answer).toMatchObject({
      text: 'By day 14.',
      conversationId: 'c-9',
      tokens: { input: 12, output: null },
      sources: [
        { documentId: 'https://docs/7', quote: '' },
        { documentId: 'd7', title: 'Seven', quote: 'day 14' },
        { documentId: '', quote: 'day 14 passage' },
        { documentId: 'd2', quote: 'other' },
      ],
    });
  });

  it.each([
    ['sse', 'data: {"data":{"answer":"By "}}\n\ndata: {"data":{"answer":"day 14."}}\n\ndata: [DONE]\n\n'],
    ['ndjson', '{"data":{"answer":"By "}}\n{"data":{"answer":"day 14."}}\n'],
  ] as const)('joins the parts of a streamed answer: %s', async (stream, body) => {
    server.respond = (response) => sendJson(response, 200, body);
    expect((await ask({ stream })).text).toBe('By day 14.');
  });

  it('sends a GET without a body, with the question in its path', async () => {
    server.respond = (response) => sendJson(response, 200, { data: { answer: 'yes' } });
    await ask({ request: { method: 'GET', path: '/ask?q={{question}}', body: undefined } }, { message: 'a/b?c&d' });
    expect(server.calls[0]).toMatchObject({ method: 'GET', path: '/ask?q=a%2Fb%3Fc%26d', body: undefined });
  });

  it('fails if there is no answer at its path', async () => {
    server.respond = (response) => sendJson(response, 200, { data: { answer: null } });
    expect((await failureOf(ask())).message).toBe("the target's answer has no text at '/data/answer'");
  });
});

describe('this system as target', () => {
  const answered = {
    response: '14일 전까지입니다.',
    sources: [{ documentId: 'd1', chunkId: 'd1#0', title: 't', quote: 'q', start: 1, end: 2 }],
    abstained: false,
    confidence: 0.7,
    conversationId: 'c9',
    traceId: 't9',
    intent: 'question',
    completedQuestion: 'whole',
    degraded: [],
    llm: { costUsd: 0.5 },
  };
  function parts(fails = false) {
    const spending = new AsyncRequestSpending();
    const asked: object[] = [];
    const spentInside: number[] = [];
    const answerQuestion = {
      answerQuestion: (request: object) => {
        asked.push(request);
        spending.add(0.5);
        spentInside.push(spending.spentUsd());
        return fails ? Promise.reject(new Error('step failed')) : Promise.resolve(answered);
      },
    };
    const events = [{ component: 'hyde', fired: false, input: 1, output: 2, effect: '', took_ms: 4 }];
    const readConversation = { newTrace: (id: string, owner: string) => Promise.resolve({ id, owner, events }) };
    const self = new InProcessTargets(answerQuestion as never, readConversation as never, new ShareBudget(spending));
    return { self, asked, spentInside };
  }

  it('asks as the session’s owner inside its scope, with the switches, and reads the trace', async () => {
    const { self, asked } = parts();
    const target = self.open({ owner: 'ann', scope: null });
    const answer = await target.ask({ ...QUESTION, off: ['hyde'], asOf: '2026-02-28' }, signal());
    expect(asked[0]).toMatchObject({
      owner: 'ann',
      filter: UNRESTRICTED,
      asOf: '2026-02-28',
      switches: { hyde: false },
    });
    expect(answer).toMatchObject({
      text: answered.response,
      conversationId: 'c9',
      traceId: 't9',
      costUsd: 0.5,
      understood: { intent: 'question', question: 'whole' },
      events: [{ component: 'hyde', tookMs: 4 }],
    });
  });

  it('keeps a scope that allows nothing', async () => {
    const { self, asked } = parts();
    await self.open({ owner: 'ann', scope: { allowed: [], world: null } }).ask(QUESTION, signal());
    expect(asked[0]).toMatchObject({ filter: { kind: 'restricted', allowed: new Set() } });
  });

  it('gives each question its own budget, as a request over HTTP has', async () => {
    const { self, spentInside } = parts();
    const target = self.open({ owner: 'ann', scope: null });
    for (let i = 0; i < 3; i++) await target.ask(QUESTION, signal());
    expect(spentInside).toEqual([0.5, 0.5, 0.5]);
  });

  it('fails with the error of a target', async () => {
    const { self } = parts(true);
    const error = await failureOf(self.open({ owner: 'ann', scope: null }).ask(QUESTION, signal()));
    expect(error.message).toBe('step failed');
  });
});
