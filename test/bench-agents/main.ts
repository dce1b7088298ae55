import { parseArgs } from 'node:util';
import { type RunningApplication, startApplication } from '../support/application.js';

const USAGE = `npm run bench:agents -- [options]
Times the routes of agents over HTTP on the loopback address, one request at a time, with keys switched on and agents in the store.
Exits with 1 when a route's 95th percentile reaches 10 ms.
  --agents N    in the store before (default 1000)
  --requests N  for each route (default 300)
  --help`;

const LIMIT_MS = 10;
const ADMIN = 'The-Key-Of-The-Administrator-1';
const SETTINGS = { AUTH_MODE: 'api-key', ADMIN_API_KEY: ADMIN };

type Send = (method: string, path: string, body?: object) => Promise<Response>;

function sender(base: string): Send {
  return (method, path, body) =>
    fetch(`${base}${path}`, {
      method,
      headers: { 'x-api-key': ADMIN, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

/** A request of two categories in two scripts, another for each number. */
function request(n: number): object {
  return {
    version: '1.0.0',
    node_paths: [
      ['Bench', `Area ${n}`],
      ['규정', `제${n}조`],
    ],
    options: { mcp_tools: ['search'] },
  };
}

async function made(send: Send, n: number): Promise<string> {
  const response = await send('POST', '/agents/from-category', request(n));
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'agent_id' in body) return String(body.agent_id);
  throw new Error(`No agent was made: ${response.status} ${JSON.stringify(body)}`);
}

/** @returns the 95th percentile in milliseconds */
async function measure(name: string, count: number, work: (n: number) => Promise<Response>): Promise<number> {
  for (let n = 0; n < 20; n++) await (await work(n)).arrayBuffer();
  const times: number[] = [];
  for (let n = 0; n < count; n++) {
    const started = performance.now();
    const response = await work(n + 20);
    await response.arrayBuffer();
    times.push(performance.now() - started);
    if (!response.ok) throw new Error(`${name} answered ${response.status}.`);
  }
  times.sort((a, b) => a - b);
  const at = (q: number) => times[Math.min(times.length - 1, Math.ceil(q * times.length) - 1)] ?? 0;
  const figures = [0.5, 0.95, 1].map((q) => at(q).toFixed(2).padStart(7));
  console.log(`${name.padEnd(38)} ${figures.join(' ')}`);
  return at(0.95);
}

async function measureRoutes(send: Send, agents: number, requests: number): Promise<number> {
  const ids: string[] = [];
  for (let n = 0; n < agents; n++) ids.push(await made(send, n));
  console.log(`${agents} agents in the store; ${requests} requests of each kind, milliseconds: p50, p95, longest`);
  const id = (n: number) => ids[n % ids.length] ?? '';
  const slowest = [
    await measure('POST /agents/from-category, a new one', requests, (n) =>
      send('POST', '/agents/from-category', request(agents + n)),
    ),
    await measure('POST /agents/from-category, known', requests, (n) =>
      send('POST', '/agents/from-category', request(n % agents)),
    ),
    await measure('GET /agents/{agent_id}', requests, (n) => send('GET', `/agents/${id(n)}`)),
    await measure('GET /agents?limit=50', requests, () => send('GET', '/agents?limit=50')),
    await measure('GET /v1/models', requests, () => send('GET', '/v1/models')),
    await measure('DELETE /agents/{agent_id}', Math.min(requests, agents - 20), (n) =>
      send('DELETE', `/agents/${id(n)}`),
    ),
  ];
  return Math.max(...slowest);
}

async function listen(running: RunningApplication): Promise<string> {
  await running.app.listen(0, '127.0.0.1');
  return running.app.getUrl();
}

/** @returns 0 when every route's 95th percentile is below 10 ms, otherwise 1 */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { agents: { type: 'string' }, requests: { type: 'string' }, help: { type: 'boolean' } },
  });
  if (values.help === true) {
    console.log(USAGE);
    return 0;
  }
  const running = await startApplication(SETTINGS);
  try {
    const send = sender(await listen(running));
    const slowest = await measureRoutes(send, Number(values.agents ?? 1_000), Number(values.requests ?? 300));
    return slowest < LIMIT_MS ? 0 : 1;
  } finally {
    await running.stop();
  }
}
