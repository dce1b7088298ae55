import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { SyntheticCorpus } from '../bench-stores/synthetic.js';
import { Connection } from './connection.js';
import type { BenchRequest } from './requests.js';
import type { ServerProcess } from './server-process.js';
import { IdleProcess } from './watched-process.js';

const ROUND_MS = 10_000;
const ROUNDS = 4;

const corpus = new SyntheticCorpus();

async function load(server: ServerProcess, documents: number): Promise<number> {
  function* lines(): Generator<string> {
    for (let i = 0; i < documents; i++) yield `${JSON.stringify(corpus.document(i))}\n`;
  }
  const answer = await fetch(`${server.url}/documents/bulk`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(Readable.from(lines())) as ReadableStream,
    duplex: 'half',
  });
  const { indexed, unchanged } = (await answer.json()) as { readonly indexed: number; readonly unchanged: number };
  const stored = indexed + unchanged;
  if (stored !== documents) throw new Error(`Of ${documents} documents ${stored} are stored.`);
  return stored;
}

async function optimise(server: ServerProcess): Promise<number> {
  const started = await fetch(`${server.url}/index/optimize`, { method: 'POST' });
  const { job_id } = (await started.json()) as { readonly job_id: string };
  for (;;) {
    const { status } = (await (await fetch(`${server.url}/jobs/${job_id}`)).json()) as { readonly status: string };
    if (status === 'succeeded') return 1;
    if (status === 'failed') throw new Error('The optimisation failed.');
    await delay(200);
  }
}

/** Every question is new, and every other one is asked under a filter that leaves a hundredth. */
function question(n: number, documents: number): BenchRequest {
  const { text, path } = corpus.question(n, documents);
  const filters = n % 2 === 0 ? {} : { filters: { allowed_category_paths: [path.slice(0, 2)] } };
  return { path: '/search', body: { query: text, top_k: 10, ...filters } };
}

async function ask(server: ServerProcess, connections: number, make: () => BenchRequest): Promise<number> {
  const until = performance.now() + ROUND_MS;
  let answered = 0;
  const asker = async () => {
    const connection = await Connection.open(server.port);
    while (performance.now() < until) {
      const { status } = await connection.send(make());
      if (status !== 200) throw new Error(`A search was answered with ${status}.`);
      answered++;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, asker));
  return answered;
}

/**
 * What the event loop's pauses are while documents are loaded, the embedding is fitted, and many search, and what a process waits meanwhile
 * that does nothing.
 */
export async function measurePauses(
  server: ServerProcess,
  { documents, connections }: { readonly documents: number; readonly connections: number },
): Promise<void> {
  const idle = new IdleProcess();
  try {
    await idle.loopSince();
    await server.loopSince();
    // Clients are on other machines: here they take only what the server leaves of the processors.
    setPriority(constants.priority.PRIORITY_LOW);
    const columns = [
      '',
      'a second',
      'p50 / p99 / longest ms',
      'over 20 ms',
      'longest own work ms',
      'longest wait for a processor ms',
      'longest collection of garbage ms',
      'longest of an idle process ms',
    ];
    console.log(`| ${columns.join(' | ')} |`);
    console.log(`|${'---|'.repeat(columns.length)}`);
    const phase = async (name: string, work: () => Promise<number>) => {
      const startedMs = performance.now();
      const rate = (await work()) / ((performance.now() - startedMs) / 1000);
      const [own, machine] = await Promise.all([server.loopSince(), idle.loopSince()]);
      const pauses = [own.p50, own.p99, own.longest].map((ms) => ms.toFixed(1)).join(' / ');
      const longest = [own.longestWork, own.longestWait, own.longestCollection, machine.longest];
      const cells = [name, rate.toFixed(0), pauses, own.over, ...longest.map((ms) => ms.toFixed(1))];
      console.log(`| ${cells.join(' | ')} |`);
    };
    await phase(`${documents} documents loaded`, () => load(server, documents));
    await phase('the embedding fitted', () => optimise(server));
    let next = 0;
    for (let round = 1; round <= ROUNDS; round++)
      await phase(`searches, ${ROUND_MS / 1000} s, ${round} of ${ROUNDS}`, () =>
        ask(server, connections, () => question(next++, documents)),
      );
    await phase('loaded again', () => load(server, documents));
  } finally {
    idle.stop();
  }
}
