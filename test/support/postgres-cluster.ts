import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** A server that does not answer by then has failed to start. */
const START_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;
const PROGRAMS = ['initdb', 'postgres', 'pg_basebackup'] as const;
const HOST = '127.0.0.1';
/** PostgreSQL refuses to run as root; Debian's package makes this user. */
const USER = 'postgres';

/** What a server process runs as; nothing where this process may run it itself. */
interface Identity {
  readonly uid?: number;
  readonly gid?: number;
}

function programFolders(): string[] {
  const installed = '/usr/lib/postgresql';
  const versions = existsSync(installed) ? readdirSync(installed).sort((a, b) => Number(b) - Number(a)) : [];
  return [
    ...versions.map((version) => path.join(installed, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
}

function findPrograms(): string | undefined {
  return programFolders().find((folder) => PROGRAMS.every((name) => existsSync(path.join(folder, name))));
}

function findIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, USER], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return undefined;
  }
}

const programs = findPrograms();
const identity = findIdentity();

/** Why no cluster can be started here; undefined where one can. A spec that needs one is skipped then, and says this. */
export const CLUSTER_MISSING =
  programs === undefined
    ? `no folder holds ${PROGRAMS.join(', ')}: install a PostgreSQL server`
    : identity === undefined
      ? `PostgreSQL does not run as root, and there is no user ${USER}`
      : undefined;

/** One PostgreSQL server of a cluster. It can be stopped, killed and started again on the same port with the same data. */
export class ClusterServer {
  private process: ChildProcess | undefined;
  private output = '';

  constructor(
    readonly name: string,
    readonly port: number,
    private readonly folder: string,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** Of a database that the cluster made; its user may do everything. */
  get url(): string {
    return `postgres://${USER}@${HOST}:${this.port}/${DATABASE}`;
  }

  get isRunning(): boolean {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Process id of the server while it runs. */
  get pid(): number | undefined {
    return this.isRunning ? this.process?.pid : undefined;
  }

  /** Starts it and waits until it answers. @throws Error with its log when it does not */
  async start(): Promise<void> {
    if (this.isRunning) return;
    const settings = Object.entries({
      listen_addresses: HOST,
      port: String(this.port),
      unix_socket_directories: '',
      ...this.settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(path.join(programs ?? '', 'postgres'), ['-D', this.folder, ...settings], {
      ...identity,
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.process = child;
    this.output = '';
    child.stderr.on('data', (bytes: Buffer) => (this.output = (this.output + bytes.toString()).slice(-4_000)));
    await this.answers();
  }

  /** Ends it in an orderly way: open transactions are rolled back, connections are closed. */
  stop(): Promise<void> {
    return this.end('SIGINT');
  }

  /**
   * Kills it as a crash of the machine would, without a checkpoint; what was committed is recovered at the next start. SIGQUIT is
   * PostgreSQL's immediate shutdown: a SIGKILL of the first process alone would not end the others.
   */
  kill(): Promise<void> {
    return this.end('SIGQUIT');
  }

  /** Runs one statement over a new connection. */
  async query<Row extends pg.QueryResultRow>(text: string, database = DATABASE): Promise<Row[]> {
    const client = new pg.Client({ host: HOST, port: this.port, user: USER, database });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const { process: child } = this;
    if (child === undefined || !this.isRunning) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  private async answers(): Promise<void> {
    const until = performance.now() + START_WITHIN_MS;
    for (;;) {
      try {
        await this.query('SELECT 1', 'template1');
        return;
      } catch (error) {
        if (!this.isRunning || performance.now() > until) {
          await this.end('SIGQUIT');
          throw new Error(`The server ${this.name} did not start: ${this.output}`, { cause: error });
        }
        await wait(LOOK_EVERY_MS);
      }
    }
  }
}

const DATABASE = 'touchstone';

export interface ClusterOptions {
  /** Number of streaming standbys; default 1. */
  readonly standbys?: number;
  /** Settings of every server, such as `{ shared_buffers: '512MB' }`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * A PostgreSQL primary and its streaming standbys in a temporary folder, on free ports of this machine, for as long as a spec or a run
 * needs them. Its database has the extensions that the store asks for, where they are installed.
 * @example const cluster = await PostgresCluster.start(); … await cluster.standby.kill(); … await cluster.close();
 */
export class PostgresCluster {
  private constructor(
    private readonly folder: string,
    readonly primary: ClusterServer,
    readonly standbys: readonly ClusterServer[],
  ) {}

  /** The first standby. */
  get standby(): ClusterServer {
    const [first] = this.standbys;
    if (first === undefined) throw new Error('The cluster has no standby.');
    return first;
  }

  static async start({ standbys = 1, settings = {} }: ClusterOptions = {}): Promise<PostgresCluster> {
    if (CLUSTER_MISSING !== undefined) throw new Error(CLUSTER_MISSING);
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-cluster-'));
    const made: ClusterServer[] = [];
    try {
      own(folder);
      const primary = await makeServer('primary', folder, settings);
      made.push(primary);
      await initialise(path.join(folder, 'primary'));
      await primary.start();
      await primary.query(`CREATE DATABASE ${DATABASE} ENCODING 'UTF8' TEMPLATE template0`, 'template1');
      await makeExtensions(primary);
      for (let i = 1; i <= standbys; i++) {
        const standby = await makeServer(`standby${i}`, folder, settings);
        made.push(standby);
        await copy(primary, path.join(folder, standby.name));
        await standby.start();
      }
      return new PostgresCluster(folder, primary, made.slice(1));
    } catch (error) {
      for (const server of made) await server.kill();
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Waits until a standby has replayed what the primary has written by now. */
  async replayed(standby: ClusterServer = this.standby): Promise<void> {
    const [written] = await this.primary.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn() AS lsn');
    const until = performance.now() + START_WITHIN_MS;
    for (;;) {
      const [row] = await standby.query<{ reached: boolean | null }>(
        `SELECT pg_last_wal_replay_lsn() >= '${written?.lsn ?? '0/0'}'::pg_lsn AS reached`,
      );
      if (row?.reached === true) return;
      if (performance.now() > until) throw new Error(`${standby.name} does not follow the primary.`);
      await wait(LOOK_EVERY_MS);
    }
  }

  /** Ends all servers and removes their data. */
  async close(): Promise<void> {
    for (const server of [...this.standbys, this.primary]) await server.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

async function makeServer(
  name: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<ClusterServer> {
  const data = path.join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  own(data);
  return new ClusterServer(name, await freePort(), data, settings);
}

function own(folder: string): void {
  chmodSync(folder, 0o700);
  if (identity?.uid !== undefined && identity.gid !== undefined) chownSync(folder, identity.uid, identity.gid);
}

async function initialise(data: string): Promise<void> {
  const arguments_ = ['-D', data, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await run(path.join(programs ?? '', 'initdb'), arguments_, { ...identity, cwd: data });
}

/** A copy that follows the primary from then on. */
async function copy(primary: ClusterServer, data: string): Promise<void> {
  const source = ['-h', HOST, '-p', String(primary.port), '-U', USER];
  const how = ['--wal-method=stream', '--checkpoint=fast', '--write-recovery-conf', '--no-sync'];
  await run(path.join(programs ?? '', 'pg_basebackup'), ['-D', data, ...source, ...how], { ...identity, cwd: data });
}

async function makeExtensions(primary: ClusterServer): Promise<void> {
  const offered = await primary.query<{ name: string }>(
    `SELECT name FROM pg_available_extensions WHERE name IN ('vector', 'pg_trgm')`,
  );
  for (const { name } of offered) await primary.query(`CREATE EXTENSION ${name} SCHEMA public`);
}
