import { type RunningApplication, startApplication } from './support/application.js';

const ADMIN = { 'x-api-key': 'The-Key-Of-The-Administrator-1' };
const LIMIT = 5;
const limited = { RATE_LIMIT_PER_MINUTE: String(LIMIT) };
const withKeys = { ...limited, AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN['x-api-key'] };

let running: RunningApplication;
afterEach(() => running.stop());

type Headers = Readonly<Record<string, string>>;

/** Statuses of a few requests, one after the other. */
async function statuses(count: number, headers: Headers = {}, remoteAddress = '10.0.0.1', url = '/taxonomy/versions') {
  const seen: number[] = [];
  for (let i = 0; i < count; i++)
    seen.push((await running.call({ method: 'GET', url, headers: { ...headers }, remoteAddress })).statusCode);
  return seen;
}
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

async function makeKey(): Promise<Headers> {
  const made = await running.post('/api-keys', { name: 'k', scopes: ['query'] }, ADMIN);
  return { 'x-api-key': made.json().key };
}

describe('the limit of requests a minute', () => {
  it('is one for each address without authentication, whatever key is sent along', async () => {
    running = await startApplication(limited);
    expect(await statuses(3, { 'x-api-key': 'a' })).toEqual(times(3, 200));
    expect(await statuses(3, { 'x-api-key': 'b' })).toEqual([200, 200, 429]);
    expect(await statuses(1, {}, '10.0.0.2')).toEqual([200]);
  });

  it('is told as a problem that says how long to wait', async () => {
    running = await startApplication(limited);
    await statuses(LIMIT);
    const response = await running.call({ method: 'GET', url: '/index', remoteAddress: '10.0.0.1' });
    expect(response.statusCode).toBe(429);
    expect(response.headers['content-type']).toContain('application/problem+json');
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
    expect(response.json()).toMatchObject({ status: 429, instance: '/index', detail: expect.stringMatching(/wait/) });
  });

  it('is one for each key with authentication, over all routes and addresses', async () => {
    running = await startApplication(withKeys);
    const [one, other] = [await makeKey(), await makeKey()];
    expect(await statuses(3, one, '10.0.0.3')).toEqual(times(3, 200));
    expect(await statuses(2, one, '10.0.0.4', '/documents')).toEqual(times(2, 200));
    const refused = await running.call({
      method: 'GET',
      url: '/index',
      headers: { ...one },
      remoteAddress: '10.0.0.5',
    });
    expect([refused.statusCode, refused.json().status]).toEqual([429, 429]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await statuses(LIMIT, other, '10.0.0.3')).toEqual(times(LIMIT, 200));
  });

  it('is one for each address where no known key is shown, so that guessing is limited', async () => {
    running = await startApplication(withKeys);
    const known = await makeKey();
    // Its first use checks it; from then on it is told from a guess at once.
    expect(await statuses(1, known, '10.0.0.6')).toEqual([200]);
    const guess = (i: number) => ({ 'x-api-key': `ts_00000000000${i}_${'A'.repeat(43)}` });
    const seen: number[] = [];
    for (let i = 0; i < 8; i++) seen.push(...(await statuses(1, guess(i), '10.0.0.6')));
    expect(seen).toEqual([...times(LIMIT - 1, 401), ...times(4, 429)]);
    expect(await statuses(1, known, '10.0.0.6')).toEqual([200]);
    // A probe that carries a key is no probe.
    expect(await statuses(1, guess(9), '10.0.0.6', '/health')).toEqual([429]);
  });

  it('never stops a probe', async () => {
    running = await startApplication(withKeys);
    for (const url of ['/health', '/health/live', '/health/ready'])
      expect(await statuses(3 * LIMIT, {}, '10.0.0.7', url)).toEqual(times(3 * LIMIT, 200));
  });
});
