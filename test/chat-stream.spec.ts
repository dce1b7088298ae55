import { RunningApplication, startApplication } from './support/application.js';
import { begin, end, HostileModel, openStream, saying } from './support/hostile-model.js';

interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: any;
}

const KILN = 'How hot does the kiln fire?';
const STREAM = { accept: 'text/event-stream', 'content-type': 'application/json' };
const FIRST = 'The kiln fires at 1,240 degrees. [1]';
const DOCUMENTS = [
  {
    document_id: 'kiln',
    title: 'Kiln rules',
    text: 'The kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.',
    canonical_path: ['Kiln'],
  },
  { document_id: 'ferry', title: 'Ferry', text: 'The ferry leaves at 7 in the morning.', canonical_path: ['Ferry'] },
];

function parse(text: string): ReceivedEvent[] {
  return text
    .split('\n\n')
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'mu').exec(block)?.[1] ?? '';
      return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
    });
}

/** The text that a client shows in the end. */
function shown(events: readonly ReceivedEvent[]): string {
  let text = '';
  for (const { event, data } of events)
    text = event === 'reset' ? '' : event === 'token' ? text + String(data.text) : text;
  return text;
}

describe('POST /chat/run as server-sent events', () => {
  const model = new HostileModel('openai');
  let running: RunningApplication;
  let origin: string;

  async function start(settings: Readonly<Record<string, string>>): Promise<void> {
    running = await startApplication({ PIPELINE_TIMEOUT_MULTIPLIER: '10', ...settings });
    await running.app.listen(0, '127.0.0.1');
    origin = await running.app.getUrl();
    for (const document of DOCUMENTS) expect((await running.post('/documents', document)).statusCode).toBe(201);
  }
  const open = (body: object, more: Readonly<Record<string, string>> = {}, signal?: AbortSignal) =>
    fetch(`${origin}/chat/run`, {
      method: 'POST',
      headers: { ...STREAM, ...more },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const events = async (body: object, more: Readonly<Record<string, string>> = {}) =>
    parse(await (await open(body, more)).text());
  const plain = async (body: object) => (await running.post('/chat/run', body)).json();

  describe('without a model', () => {
    beforeAll(() => start({}));
    afterAll(() => running.stop());

    it('streams the steps, the text, the sources and finally the whole answer', async () => {
      const response = await open({ message: KILN });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/event-stream; charset=utf-8',
      ]);
      const got = parse(await response.text());
      const steps = got.filter(({ event }) => event === 'step').map(({ data }) => `${data.step} ${data.status}`);
      expect(steps).toEqual(
        ['intent', 'retrieve', 'compose', 'respond'].flatMap((step) => [`${step} started`, `${step} done`]),
      );
      expect(got.find(({ data }) => data.status === 'done')?.data.took_ms).toBeGreaterThan(0);
      const kinds = got.map(({ event }) => event).filter((kind) => kind !== 'step');
      expect([...new Set(kinds)]).toEqual(['token', 'sources', 'done']);
      expect(got[0]).toMatchObject({ event: 'step', data: { step: 'intent', status: 'started' } });
      const [stream] = got[0]!.id.split('/');
      expect(got.map(({ id }) => id)).toEqual(got.map((_, i) => `${stream}/${i + 1}`));
      expect(got.at(-2)?.data).toEqual(got.at(-1)?.data.sources);
      expect(shown(got)).toBe(got.at(-1)?.data.response);
    });

    it.each([KILN, 'What does the harbour master eat for lunch?', 'Hello'])(
      'answers as without a stream: %s',
      async (message) => {
        const got = await events({ message });
        const answer = await plain({ message });
        const { response, sources, citations, confidence, metadata } = got.at(-1)!.data;
        expect({ response, sources, citations, confidence }).toEqual({
          response: answer.response,
          sources: answer.sources,
          citations: answer.citations,
          confidence: answer.confidence,
        });
        expect(metadata.abstained).toBe(message !== KILN);
        expect(shown(got)).toBe(answer.response);
      },
    );

    it('refuses a bad request with its status, as a problem', async () => {
      for (const [body, status] of [
        [{ message: '' }, 422],
        [{ message: KILN, filters: { bypass_attempt: true } }, 403],
        [{ message: KILN, agent_id: 'nobody' }, 404],
      ] as const) {
        const response = await open(body);
        expect([response.status, response.headers.get('content-type')]).toEqual([
          status,
          'application/problem+json; charset=utf-8',
        ]);
      }
    });

    it('resumes after the last event that arrived', async () => {
      const whole = await events({ message: KILN });
      const rest = await events({ message: KILN }, { 'last-event-id': whole[2]!.id });
      expect(rest).toEqual(whole.slice(3));
      expect(await events({ message: KILN }, { 'last-event-id': whole.at(-1)!.id })).toEqual([]);
    });

    it.each([
      ['another question', { message: 'When does the ferry leave?' }],
      ['another filter', { message: KILN, filters: { allowed_category_paths: [['Ferry']] } }],
    ])('asks again, and reports that the text so far is void, for %s', async (_, body) => {
      const whole = await events({ message: KILN });
      const replayed = await events(body, { 'last-event-id': whole[2]!.id });
      expect(replayed[0]?.event).toBe('reset');
      expect(replayed[0]?.id.split('/')[0]).not.toBe(whole[0]?.id.split('/')[0]);
      expect(replayed.at(-1)?.data.response).toBe((await plain(body)).response);
    });
  });

  describe('with a model', () => {
    beforeAll(async () => {
      const url = await model.start();
      await start({ LLM_PROVIDER: 'openai', LLM_MODEL: 'kiln-1', OPENAI_BASE_URL: url });
    });
    afterAll(async () => {
      await running.stop();
      await model.stop();
    });
    beforeEach(() => {
      model.calls.length = 0;
    });

    it('sends the first sentence while the model still writes', async () => {
      let goOn: () => void = () => undefined;
      model.respond = (response) => {
        openStream(response).write(begin('openai', [`${FIRST}\n`, 'A firing that fails is ']).join(''));
        goOn = () => response.end([...begin('openai', ['repeated 2 times. [1]']), ...end('openai')].join(''));
      };
      let text = '';
      const decoder = new TextDecoder();
      for await (const part of (await open({ message: KILN })).body!) {
        text += decoder.decode(part, { stream: true });
        if (text.includes('event: token')) goOn();
      }
      const got = parse(text);
      expect(got.filter(({ event }) => event === 'token').length).toBeGreaterThan(1);
      expect(got.at(-1)?.data.response).toContain('repeated 2 times');
      expect(shown(got)).toBe(got.at(-1)?.data.response);
    });

    it('cancels the call to the model when the client leaves, and stores the text that was sent', async () => {
      const leave = new AbortController();
      model.respond = (response) =>
        openStream(response).write(begin('openai', [`${FIRST}\n`, 'A firing that fails is repeated']).join(''));
      let text = '';
      const reading = async () => {
        for await (const part of (await open({ message: KILN }, {}, leave.signal)).body!) {
          text += new TextDecoder().decode(part);
          if (text.includes('event: token')) leave.abort();
        }
      };
      expect(await reading().catch((error: unknown) => (error instanceof Error ? error.name : ''))).toBe('AbortError');
      expect(await model.asked[0]?.aborted).toBe(true);
      const told = parse(text);
      const rest = await events({ message: KILN }, { 'last-event-id': told[0]!.id });
      expect(rest.slice(0, told.length - 1)).toEqual(told.slice(1));
      expect(rest.at(-1)).toMatchObject({ event: 'error', data: { status: 499 } });
      expect(model.asked.length).toBe(1);
    });

    it('gives the passages when the model breaks off, in place of what it began', async () => {
      model.respond = (response) =>
        openStream(response).write(begin('openai', [`${FIRST}\n`, 'A firing that fails is repeated']).join(''), () =>
          response.destroy(),
        );
      const got = await events({ message: KILN });
      expect(got.at(-1)).toMatchObject({ event: 'done', data: { metadata: { degraded: ['llm'] } } });
      expect(got.some(({ event }) => event === 'reset')).toBe(got.some(({ data }) => data.text?.startsWith(FIRST)));
      expect(shown(got)).toBe(got.at(-1)?.data.response);
    });

    it('streams under /v1 as the model writes, with a name for a draft that was rejected', async () => {
      const ask = (stream: boolean) =>
        fetch(`${origin}/v1/chat/completions`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'default', stream, messages: [{ role: 'user', content: KILN }] }),
        });
      const chunksOf = (text: string): any[] =>
        text
          .split('\n\n')
          .slice(0, -1)
          .filter((line) => line.startsWith('data: {'))
          .map((line) => JSON.parse(line.slice(6)));
      const contentOf = (text: string) =>
        chunksOf(text)
          .map((chunk) => chunk.choices[0]?.delta.content ?? '')
          .join('');
      /** @param onFirst is called once the first sentence has arrived, in however many pieces */
      const read = async (onFirst: () => void = () => undefined) => {
        let text = '';
        const decoder = new TextDecoder();
        for await (const part of (await ask(true)).body!) {
          text += decoder.decode(part, { stream: true });
          if (contentOf(text).includes(FIRST)) onFirst();
        }
        const last = chunksOf(text).find((chunk) => chunk.choices[0]?.finish_reason === 'stop');
        return { content: contentOf(text), last, annotations: last.choices[0].delta.annotations as any[] };
      };
      model.respond = saying('openai', FIRST);
      expect((await read()).content).toBe(FIRST);
      let isShown = false;
      let breakOff: () => void = () => undefined;
      model.respond = (response) => {
        breakOff = () => response.destroy();
        // A second attempt breaks off at once: no further text is shown.
        openStream(response).write(begin('openai', [`${FIRST}\n`, 'A firing that fails']).join(''), () => {
          if (isShown) response.destroy();
        });
      };
      const { content, last, annotations } = await read(() => {
        isShown = true;
        breakOff();
      });
      const start = last.touchstone.response_start as number;
      expect(content.slice(0, start)).toBe(`${FIRST}\n\nThe text above does not count. The answer is:\n\n`);
      expect(content.slice(start)).toMatch(/unavailable/u);
      const { start_index, end_index } = annotations[0].url_citation;
      expect(DOCUMENTS[0]!.text).toContain(content.slice(start_index, end_index));
    });
  });
});

it('gives no stream to another key, which gets a new answer', async () => {
  const admin = { 'x-api-key': 'admin-key-for-tests-0123456789abcdef' };
  const running = await startApplication({ AUTH_MODE: 'api-key', ADMIN_API_KEY: admin['x-api-key'] });
  try {
    await running.post('/documents', DOCUMENTS[0]!, admin);
    const made = await running.post('/api-keys', { name: 'other', scopes: ['query'] }, admin);
    const other = { 'x-api-key': made.json().key as string };
    const ask = async (headers: Record<string, string>) =>
      parse((await running.post('/chat/run', { message: KILN }, { ...STREAM, ...headers })).body);
    const whole = await ask(admin);
    const last = { 'last-event-id': whole[2]!.id };
    expect((await ask({ ...admin, ...last }))[0]?.id).toBe(whole[3]?.id);
    expect((await ask({ ...other, ...last }))[0]).toMatchObject({ event: 'reset' });
  } finally {
    await running.stop();
  }
});

it('sends no cut stream again once a document that it quotes is gone: the question is asked again', async () => {
  const running = await startApplication();
  try {
    await running.post('/documents', DOCUMENTS[0]!);
    const ask = async (headers: Record<string, string> = {}) =>
      parse((await running.post('/chat/run', { message: KILN }, { ...STREAM, ...headers })).body);
    const whole = await ask();
    const [source] = whole.find(({ event }) => event === 'sources')?.data ?? [];
    const last = { 'last-event-id': whole[1]!.id };
    expect((await ask(last))[0]?.id).toBe(whole[2]?.id);
    await running.call({ method: 'DELETE', url: `/documents/${encodeURIComponent(source.doc_id)}` });
    const again = await ask(last);
    expect(again[0]).toMatchObject({ event: 'reset' });
    expect(JSON.stringify(again)).not.toContain(source.quote);
  } finally {
    await running.stop();
  }
});
