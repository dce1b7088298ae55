import { Clock } from '../src/shared/domain/clock.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { ASKED_ON, ENGLISH, KOREAN, PeriodQuestion, RULES } from './periods/period-questions.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };

const RULE = (title: string, text: string) => ({
  title,
  text,
  content_type: 'text/markdown',
  canonical_path: ['Rules'],
});

describe('a question about another time', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({
      AUTH_MODE: 'api-key',
      ADMIN_API_KEY: ADMIN['x-api-key'],
      TIME_ZONE: 'Asia/Seoul',
    });
    // 15:30 UTC is the next day in Seoul.
    const now = new Date(`${ASKED_ON}T00:30:00+09:00`);
    jest.spyOn(running.app.get(Clock, { strict: false }), 'now').mockImplementation(() => now);
    for (const [title, editions] of Object.entries(RULES))
      for (const [n, [from, to, text]] of editions.entries())
        await running.post(
          '/documents',
          {
            document_id: `${title} ${n}`,
            title,
            text,
            content_type: 'text/markdown',
            canonical_path: ['Rules'],
            ...(from === undefined ? {} : { effective_from: from }),
            ...(to === undefined ? {} : { effective_to: to }),
          },
          ADMIN,
        );
  });
  afterAll(() => running.stop());

  const ask = async (message: string, more: object = {}) =>
    (await running.post('/chat/run', { message, ...more }, ADMIN)).json();

  it.each<PeriodQuestion>([...KOREAN, ...ENGLISH])(
    '$ask',
    async ({ ask: message, after, says = [], never = [], ...expected }) => {
      const before = after === undefined ? {} : { conversation_id: (await ask(after)).conversation_id };
      const { response, metadata, sources } = await ask(message, before);
      const told = { response, period: metadata.period };
      expect({ ...told, abstained: metadata.abstained }).toEqual({ ...told, abstained: expected.abstains === true });
      for (const text of says) expect(response).toContain(text);
      for (const text of never) expect(response).not.toContain(text);
      if (expected.period === null) expect(metadata.period).toBeUndefined();
      else if (expected.period !== undefined)
        expect(metadata.period).toEqual({ from: expected.period[0], to: expected.period[1] });
      for (const source of sources) expect(source).toHaveProperty('edition');
    },
  );

  it.each([
    ['올해 뭐가 바뀌었나요?', ['7일', '5일', '120학점', '130학점', '2026-03-01'], ['22시', '12점']],
    ['작년 우산 대여 규정과 달라진 점이 뭔가요?', ['7일', '5일'], ['10일', '130학점']],
    ['What changed this year?', ['60 days', '30 days', '110 credits', '125 credits'], ['20:00']],
    ["What is different from last year's rules on lockers?", ['60 days', '30 days'], ['90 days', '125']],
  ])('%s is answered from the difference of the editions', async (message, says, never) => {
    const { response, sources, citations, metadata } = await ask(message);
    expect({ response, abstained: metadata.abstained }).toEqual({ response, abstained: false });
    for (const text of says) expect(response).toContain(text);
    for (const text of never) expect(response).not.toContain(text);
    for (const { start, end, source_n: n } of citations) expect(response.slice(start, end)).toBe(sources[n - 1].quote);
    expect(new Set(sources.map((one: { edition: object }) => JSON.stringify(one.edition))).size).toBeGreaterThan(1);
  });

  it('names and counts no edition that the key may not see', async () => {
    const hidden = { ...RULE('Sauna', 'A visit to the sauna costs 9 euros.'), effective_to: '2025-12-31' };
    await running.post('/documents', { ...hidden, document_id: 'sauna 0', canonical_path: ['Hidden'] }, ADMIN);
    const shown = { ...RULE('Sauna', 'A visit to the sauna costs 17 euros.'), effective_from: '2026-01-01' };
    await running.post('/documents', { ...shown, document_id: 'sauna 1' }, ADMIN);
    const key = { name: 'narrow', scopes: ['query'], allowed_category_paths: [['Rules']] };
    const narrow = { 'x-api-key': (await running.post('/api-keys', key, ADMIN)).json().key };
    const asked = async (message: string) => (await running.post('/chat/run', { message }, narrow)).json();
    const before = await asked('How much did a visit to the sauna cost last year?');
    expect(before.metadata.abstained).toBe(true);
    expect(before.response).toContain('2026-01-01');
    expect(before.response.match(/Sauna/gu)).toHaveLength(1);
    const changed = await asked('What changed in the rules on the sauna this year?');
    expect(JSON.stringify(changed)).not.toContain('9 euros');
    expect((await ask('How much did a visit to the sauna cost last year?')).response).toContain('9 euros');
  });

  it('is answered for the day that the caller sends, whatever the message says', async () => {
    const { response, metadata } = await ask('작년에는 우산을 며칠 동안 빌려 줬나요?', { as_of: '2024-06-01' });
    expect(response).toContain('10일');
    expect(metadata.period).toEqual({ from: '2024-06-01', to: '2024-06-01' });
  });

  it('has the edition of each source in conversations, in /v1 and at /mcp', async () => {
    const edition = { label: null, effective_from: '2025-01-01', effective_to: '2025-12-31' };
    const message = '작년에는 우산을 며칠 동안 빌려 줬나요?';
    const { conversation_id: id } = await ask(message);
    const stored = await running.call({ method: 'GET', url: `/conversations/${id}`, headers: ADMIN });
    expect(stored.json().turns[0].sources[0].edition).toEqual(edition);
    const chat = { model: 'default', messages: [{ role: 'user', content: message }] };
    const completion = (await running.post('/v1/chat/completions', chat, ADMIN)).json();
    expect(completion.touchstone.sources[0].edition).toEqual(edition);
    expect(completion.touchstone.metadata.period).toEqual({ from: '2025-01-01', to: '2025-12-31' });
    expect(completion.choices[0].message.annotations[0].edition).toEqual(edition);
  });
});
