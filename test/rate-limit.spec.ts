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

const guessed = (i: number) => ({ 'x-api-key': `ts_${String(i).padStart(12, '0')}_${'A'.repeat(43)}` });

describe('the limit of requests a minute', () => {
  it('is one for each address without authentication, for any key', async () => {
    running = await startApplication(limited);
    expect(await statuses(3, { 'x-api-key': 'a' })).toEqual(times(3, 200));
    expect(await statuses(3, { 'x-api-key': 'b' })).toEqual([200, 200, 429]);
    expect(await statuses(1, {}, '10.0.0.2')).toEqual([200]);
  });

  it('is reported as a problem that says how long to wait', async () => {
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

  it('is one of wrong keys for each address, so that guessing is limited', async () => {
    running = await startApplication(withKeys);
    const known = await makeKey();
    expect(await statuses(1, known, '10.0.0.6')).toEqual([200]);
    const seen: number[] = [];
    for (let i = 0; i < 8; i++) seen.push(...(await statuses(1, guessed(i), '10.0.0.6')));
    expect(seen).toEqual([...times(LIMIT, 401), ...times(3, 429)]);
    expect(await statuses(1, known, '10.0.0.6')).toEqual([200]);
    // A probe that carries a key counts as a request.
    expect(await statuses(1, guessed(9), '10.0.0.6', '/health')).toEqual([429]);
  });

  it('never stops a valid key because of its address, not even at its first use or during guesses', async () => {
    running = await startApplication(withKeys);
    const [known, unused, other] = [await makeKey(), await makeKey(), await makeKey()];
    expect(await statuses(1, known, '10.0.0.6')).toEqual([200]);
    for (let i = 0; i < 2 * LIMIT; i++) await statuses(1, guessed(i), '10.0.0.6');
    expect(await statuses(1, guessed(99), '10.0.0.6')).toEqual([429]);
    for (const key of [known, unused, ADMIN]) expect(await statuses(1, key, '10.0.0.6')).toEqual([200]);
    // Guesses at the rest of a key whose start is known are limited, too, and stop that key alone.
    const like = (key: Headers, i: number) => ({ 'x-api-key': `${key['x-api-key']?.slice(0, -3) ?? ''}${100 + i}` });
    const seen: number[] = [];
    for (let i = 0; i < LIMIT + 2; i++) seen.push(...(await statuses(1, like(other, i), '10.0.0.6')));
    expect(seen).toEqual([...times(LIMIT, 401), ...times(2, 429)]);
    expect(await statuses(1, known, '10.0.0.6')).toEqual([200]);
  });

  it('counts no request that succeeds and none without a key, where keys are needed', async () => {
    running = await startApplication(withKeys);
    const keys = await Promise.all(Array.from({ length: LIMIT }, makeKey));
    for (const key of keys) expect(await statuses(1, key, '10.0.0.8')).toEqual([200]);
    expect(await statuses(2 * LIMIT, {}, '10.0.0.8', '/openapi.json')).toEqual(times(2 * LIMIT, 200));
    expect(await statuses(1, guessed(1), '10.0.0.8')).toEqual([401]);
  });

  it('counts guesses that come at the same time', async () => {
    running = await startApplication(withKeys);
    const seen = await Promise.all(Array.from({ length: 3 * LIMIT }, (_, i) => statuses(1, guessed(i), '10.0.0.9')));
    expect(seen.flat().filter((status) => status === 401)).toHaveLength(LIMIT);
  });

  it('takes the addresses of an IPv6 /64 for one client', async () => {
    running = await startApplication(limited);
    const seen: number[] = [];
    for (let i = 0; i < LIMIT + 1; i++) seen.push(...(await statuses(1, {}, `2001:db8:0:1::${i}`)));
    expect(seen).toEqual([...times(LIMIT, 200), 429]);
    expect(await statuses(1, {}, '2001:db8:0:2::1')).toEqual([200]);
  });

  it('covers names that lead nowhere and the files of the pages', async () => {
    running = await startApplication(limited);
    await statuses(LIMIT, {}, '10.0.0.1', '/no/such/route');
    for (const url of ['/no/such/route', '/assets/app.js', '/docs', '/'])
      expect(await statuses(1, {}, '10.0.0.1', url)).toEqual([429]);
  });

  it('never stops a probe', async () => {
    running = await startApplication(withKeys);
    for (const url of ['/health', '/health/live', '/health/ready'])
      expect(await statuses(3 * LIMIT, {}, '10.0.0.7', url)).toEqual(times(3 * LIMIT, 200));
  });
});
