import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FileSampleCorpus } from '../../src/documents/infrastructure/sample-documents.js';
import { freePort } from '../support/free-port.js';
import { PostgresCluster } from '../support/postgres-cluster.js';
import { exitOf, kill, type Server, startServer } from '../support/started-server.js';
import { Proxy, REPLICAS } from './proxy.js';
import { type Tally, Traffic } from './traffic.js';
import { type SessionOutcome, WatchedSessions } from './watched-session.js';

const WORKERS = 2;
/** The capacity of the cluster is measured for this time, with this number of concurrent clients. */
const MEASURE_S = 10;
const MEASURED_AT_ONCE = 6;
/** The load is at most this share of the capacity: the run tests disturbances, not capacity, and a process that starts needs CPU time. */
const MOST_OF_CAPACITY = 0.3;
/** Steps a second that it has to carry so. */
const LEAST_RATE = 3;
/** A lower load takes longer until a share of its requests is significant, but not longer than this. */
const MOST_LENGTHENED = 3;
/** Enough to make a session's questions from. */
const DOCUMENTS = 60;
/** Into the load, so that it runs on both sides of the disturbance. */
const DISTURB_AFTER_S = 3;
/** Share of requests that may be refused while one thing after the other dies. */
const MOST_REFUSED = 0.001;
const RECOVER_WITHIN_MS = 10_000;
const DRAIN_MS = 3_000;
/** The proxy looks once a second. */
const NOTICE_MS = 2_500;

interface Process {
  server: Server;
  readonly role: 'web' | 'worker';
  readonly port: number;
  readonly folder: string;
}

/** Everything that is disturbed: the database, the processes and the proxy. */
class Cluster {
  readonly processes: Process[] = [];
  /** When a process was killed last. */
  killedAtMs = 0;

  private constructor(readonly database: PostgresCluster) {}

  static async start(): Promise<Cluster> {
    const cluster = new Cluster(await PostgresCluster.start({ standbys: 1 }));
    try {
      for (let n = 0; n < REPLICAS; n++) await cluster.add('web');
      for (let n = 0; n < WORKERS; n++) await cluster.add('worker');
      return cluster;
    } catch (error) {
      await cluster.close();
      throw error;
    }
  }

  of(role: Process['role']): Process[] {
    return this.processes.filter((process) => process.role === role);
  }

  /** Restarts a process at the same address. */
  async revive(process: Process): Promise<void> {
    process.server = await this.startProcess(process);
  }

  async close(): Promise<void> {
    for (const { server, folder } of this.processes) {
      await kill(server);
      rmSync(folder, { recursive: true, force: true });
    }
    await this.database.close();
  }

  private async add(role: Process['role']): Promise<void> {
    const place = { role, port: await freePort(), folder: mkdtempSync(path.join(tmpdir(), 'touchstone-chaos-')) };
    this.processes.push({ ...place, server: await this.startProcess(place) });
  }

  private startProcess({ role, port, folder }: Omit<Process, 'server'>): Promise<Server> {
    return startServer(folder, {
      PORT: String(port),
      PROCESS_ROLE: role,
      DATABASE_URL: this.database.primary.url,
      DATABASE_READ_URLS: this.database.standby.url,
      // Searches in memory would not ask the standby.
      SEARCH_STORE: 'database',
      SHUTDOWN_DRAIN_MS: String(DRAIN_MS),
    });
  }
}

/** One thing that happens to the cluster while it is asked. */
interface Disturbance {
  readonly name: string;
  /** @returns milliseconds of its outage, if the outage is what counts */
  readonly happen: (cluster: Cluster) => Promise<void>;
  /** Whether requests may be refused: a share of MOST_REFUSED of all such phases, none, or all for the time that RECOVER_WITHIN_MS gives. */
  readonly refusals: 'few' | 'none' | 'while-away';
  /** Whether a session runs meanwhile. */
  readonly session: boolean;
}

const killAndRevive = (role: Process['role']) => async (cluster: Cluster) => {
  const [first] = cluster.of(role);
  if (first === undefined) return;
  cluster.killedAtMs = performance.now();
  await kill(first.server);
  await delay(NOTICE_MS);
  await cluster.revive(first);
};

const DISTURBANCES: readonly Disturbance[] = [
  { name: 'nothing', happen: () => Promise.resolve(), refusals: 'none', session: true },
  { name: 'kill -9 of a replica', happen: killAndRevive('web'), refusals: 'few', session: true },
  { name: 'kill -9 of a worker', happen: killAndRevive('worker'), refusals: 'few', session: true },
  {
    name: 'kill of the standby',
    happen: async ({ database }) => {
      await database.standby.kill();
      await delay(NOTICE_MS);
      await database.standby.start();
    },
    refusals: 'few',
    session: true,
  },
  {
    name: 'restart of the primary',
    happen: async ({ database }) => {
      await database.primary.stop();
      await database.primary.start();
    },
    refusals: 'while-away',
    session: true,
  },
  {
    name: 'rolling restart',
    happen: async (cluster) => {
      for (const replica of cluster.of('web')) {
        replica.server.process.kill('SIGTERM');
        const { code } = await exitOf(replica.server.process);
        if (code !== 0) throw new Error(`A replica ended with ${String(code)}.`);
        await cluster.revive(replica);
        await delay(NOTICE_MS);
      }
    },
    refusals: 'none',
    session: false,
  },
];

interface Phase {
  readonly tally: Tally;
  readonly session: SessionOutcome | undefined;
  /** Milliseconds into the phase at which the disturbance was over. */
  readonly overMs: number;
}

/** What a phase did to requests: a machine that has no time for them brings it about as well. */
function troublesOf({ refusals }: Disturbance, { tally, overMs }: Phase): string[] {
  const troubles = tally.failed.slice(0, 5);
  if (refusals === 'none' && tally.refused > 0) troubles.push(`${tally.refused} requests were refused`);
  const late = tally.lastTroubleMs - overMs;
  if (refusals === 'while-away' && late > RECOVER_WITHIN_MS)
    troubles.push(`requests were refused for ${late.toFixed(0)} ms after it was back`);
  return troubles;
}

/** What no lack of time excuses. */
function wrongsOf({ refusals }: Disturbance, { tally, session }: Phase): string[] {
  const wrongs = tally.unfound.slice(0, 5).map((id) => `${id} was not found`);
  if (session === undefined) return wrongs;
  if (session.status !== 'completed') wrongs.push(`the session is ${session.status}`);
  if (session.recorded !== session.planned)
    wrongs.push(`the session has ${session.recorded} of ${session.planned} results`);
  // An answer during the outage of the database could not be recorded: its question has to be asked again.
  if (session.askedTwice.length > 0 && refusals !== 'while-away')
    wrongs.push(`questions were asked twice, at ${JSON.stringify(session.askedTwice)} ms from the kill`);
  return wrongs;
}

/** One phase has too few requests for a significant share: the share is over all phases in which a process is killed. */
function holdsShare(sent: number, refused: number): boolean {
  const held = refused <= MOST_REFUSED * sent;
  console.log(
    `${held ? 'held    ' : 'NOT HELD'} all kills in turn: ${refused} of ${sent} requests were refused, ${((100 * refused) / Math.max(1, sent)).toFixed(2)} %`,
  );
  return held;
}

function tell({ name }: Disturbance, { tally, session, overMs }: Phase, faults: readonly string[]): void {
  const reasons =
    tally.refused === 0 ? '' : ` (${[...tally.reasons].map(([reason, times]) => `${times} ${reason}`).join(', ')})`;
  const trouble =
    tally.lastTroubleMs === 0 ? '' : `, the last ${(tally.lastTroubleMs - overMs).toFixed(0)} ms after it was over`;
  const asked =
    session === undefined
      ? ''
      : `; session ${session.status}, ${session.recorded} of ${session.planned} results, ${session.askedTwice.length} asked twice, ${session.begunAgain} begun again`;
  console.log(
    `${faults.length === 0 ? 'held    ' : 'NOT HELD'} ${name}: ${tally.sent} requests, ${tally.refused} refused with 503${reasons}, ${tally.failed.length} failed otherwise${trouble}${asked}`,
  );
  for (const fault of faults) console.log(`         ${fault}`);
}

/** Documents that a session can ask about. */
async function fill(url: string): Promise<void> {
  const drafts = (await new FileSampleCorpus().documents()).filter(({ canonicalPath }) => canonicalPath[0] === '학사');
  for (const { documentId, title, text, canonicalPath } of drafts.slice(0, DOCUMENTS)) {
    const response = await fetch(`${url}/documents`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_id: documentId, title, text, canonical_path: canonicalPath }),
    });
    if (!response.ok) throw new Error(`A sample was refused: ${await response.text()}`);
  }
}

/** What the cluster is asked. */
interface Load {
  /** Steps a second. */
  readonly rate: number;
  /** How long one thing after the other that may cost a few requests lasts, and the others. */
  readonly seconds: Readonly<Record<Disturbance['refusals'], number>>;
}

/** @param wanted seconds of each disturbance, and steps a second where the machine is fast enough for them */
async function loadFor(traffic: Traffic, wanted: { readonly seconds: number; readonly rate: number }): Promise<Load> {
  const capacity = await traffic.capacity(MEASURE_S, MEASURED_AT_ONCE);
  const rate = Math.min(wanted.rate, Math.max(LEAST_RATE, MOST_OF_CAPACITY * capacity));
  console.log(`undisturbed it answers ${capacity.toFixed(0)} steps a second; it is asked ${rate.toFixed(1)}`);
  const { seconds } = wanted;
  const few = seconds * Math.min(MOST_LENGTHENED, wanted.rate / rate);
  return { rate, seconds: { few, none: seconds, 'while-away': seconds } };
}

/**
 * Three replicas and two workers behind a proxy on a primary with a standby, disturbed in every way that is known, one after the other,
 * under a steady load.
 * @param options `seconds` of each disturbance, `rate` steps a second, one or two requests each: less where that is more than MOST_OF_CAPACITY
 * @returns whether all held, and whether all was right that no lack of time excuses: nothing lost, missing or done twice
 */
export async function disturbCluster(wanted: {
  readonly seconds: number;
  readonly rate: number;
}): Promise<{ readonly held: boolean; readonly right: boolean }> {
  const cluster = await Cluster.start();
  let proxy: Proxy | undefined;
  let sessions: WatchedSessions | undefined;
  try {
    proxy = await Proxy.start(
      await freePort(),
      cluster.of('web').map(({ port }) => port),
    );
    await fill(proxy.url);
    sessions = new WatchedSessions(proxy.url);
    await sessions.open();
    const traffic = new Traffic(proxy.url);
    const { rate, seconds } = await loadFor(traffic, wanted);
    let [held, right] = [true, true];
    const killed = { sent: 0, refused: 0 };
    for (const [n, disturbance] of DISTURBANCES.entries()) {
      const id = disturbance.session ? await sessions.start(n + 1) : undefined;
      let overMs = 0;
      const began = performance.now();
      const happened = delay(DISTURB_AFTER_S * 1000)
        .then(() => disturbance.happen(cluster))
        .then(() => (overMs = performance.now() - began));
      const [tally] = await Promise.all([traffic.run(seconds[disturbance.refusals], rate, () => overMs > 0), happened]);
      const phase = {
        tally,
        overMs,
        session: id === undefined ? undefined : await sessions.outcome(id, cluster.killedAtMs),
      };
      const [wrongs, troubles] = [wrongsOf(disturbance, phase), troublesOf(disturbance, phase)];
      tell(disturbance, phase, [...troubles, ...wrongs]);
      right &&= wrongs.length === 0;
      held &&= right && troubles.length === 0;
      if (disturbance.refusals !== 'few') continue;
      killed.sent += tally.sent;
      killed.refused += tally.refused;
    }
    held = holdsShare(killed.sent, killed.refused) && held;
    const lost = await traffic.lost();
    console.log(
      `${traffic.acknowledged.length} documents acknowledged, ${lost.length} lost ${lost.slice(0, 5).join(', ')}`,
    );
    right &&= lost.length === 0;
    return { held: held && right, right };
  } finally {
    proxy?.close();
    await sessions?.close();
    await cluster.close();
  }
}
