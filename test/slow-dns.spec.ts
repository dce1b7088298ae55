import dns from 'node:dns';
import { ConfigurationError } from '../src/config/environment.js';
import { type RunningApplication, startApplication } from './support/application.js';

/** Longer than any request here may take; a resolver of the system gives up after 10 s by default. */
const SILENCE_MS = 600_000;
const NOWHERE = 'names.invalid';

type Callback = (error: NodeJS.ErrnoException | null) => void;

describe('a name server that does not answer', () => {
  const real = dns.lookup;
  const timers: NodeJS.Timeout[] = [];
  let asked = 0;
  let onDeadLetter = false;

  beforeEach(() => {
    asked = 0;
    onDeadLetter = false;
    const slow = (name: string, ...rest: unknown[]) => {
      if (!name.endsWith(NOWHERE)) return Reflect.apply(real, dns, [name, ...rest]);
      asked++;
      const callback = rest.at(-1) as Callback;
      const giveUp = () => {
        onDeadLetter = true;
        callback(Object.assign(new Error(`getaddrinfo EAI_AGAIN ${name}`), { code: 'EAI_AGAIN' }));
      };
      timers.push(setTimeout(giveUp, SILENCE_MS).unref());
    };
    dns.lookup = slow as typeof dns.lookup;
  });
  afterEach(() => {
    dns.lookup = real;
    timers.forEach(clearTimeout);
  });

  async function withModel(work: (running: RunningApplication) => Promise<void>): Promise<void> {
    const running = await startApplication({
      LLM_PROVIDER: 'openai',
      LLM_MODEL: 'kiln-1',
      OPENAI_BASE_URL: `http://llm.${NOWHERE}/v1`,
      // This spec tests the deadline: it must expire before the DNS timeout.
      // The other steps get more time too: the result must not depend on how fast a busy machine finds a passage.
      PIPELINE_TIMEOUT_MULTIPLIER: '5',
    });
    const text = 'The tenmoku kiln fires at 1,240 degrees. A firing that fails is repeated 2 times.';
    await running.post('/documents', { document_id: 'kiln', title: 'Kiln rules', text, canonical_path: ['Kiln'] });
    try {
      await work(running);
    } finally {
      await running.app.close();
    }
  }

  it('answers from the passages within the deadline, and delays no other request', async () => {
    await withModel(async (running) => {
      const chat = running.post('/chat/run', { message: 'How hot does the tenmoku kiln fire?' });
      const search = await running.post('/search', { query: 'tenmoku kiln' });
      expect(search.json().hits[0].document_id).toBe('kiln');
      const answer = await chat;
      expect({ onDeadLetter, asked: asked > 0 }).toEqual({ onDeadLetter: false, asked: true });
      expect(answer.statusCode).toBe(200);
      expect(answer.json().metadata.degraded).toEqual(['llm']);
      expect(answer.json().response).toContain('1,240 degrees');
      const health = await running.call({ method: 'GET', url: '/health' });
      expect([health.statusCode, health.json().status]).toEqual([200, 'degraded']);
    });
  }, 60_000);

  it('ends a start whose database it hides, with a line that names the setting', async () => {
    const start = startApplication({
      DATABASE_URL: `postgres://touchstone@db.${NOWHERE}/touchstone`,
      DATABASE_CONNECT_TIMEOUT_MS: '500',
    });
    await expect(start).rejects.toBeInstanceOf(ConfigurationError);
    await expect(start).rejects.toMatchObject({
      lines: [expect.stringMatching(/^DATABASE_URL: the database cannot be reached/u)],
    });
    expect({ onDeadLetter, asked: asked > 0 }).toEqual({ onDeadLetter: false, asked: true });
  }, 60_000);
});
