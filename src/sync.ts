import { Logger } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { ADMIN_ID, ANONYMOUS_ID, Caller, SCOPES } from './access/domain/caller.js';
import { Environment } from './config/environment.js';
import { PutSourceDto } from './documents/sources/interface/source.dto.js';
import { SourcesController } from './documents/sources/interface/sources.controller.js';
import { runSync, SyncOutput, SyncServer } from './documents/sources/interface/sync-command.js';
import { readSyncOptions } from './documents/sources/interface/sync-options.js';
import { SyncOverHttp, SyncRefused } from './documents/sources/interface/sync-over-http.js';
import { JobWorker } from './jobs/application/job-worker.js';
import { UNRESTRICTED } from './shared/domain/category-filter.js';
import { MAX_PAGE } from './shared/domain/page.js';
import { OutgoingClient } from './shared/infrastructure/outgoing/outgoing-client.js';
import { makePrivateFolder } from './shared/infrastructure/private-files.js';
import { createLogger } from './shared/interface/pino-logger.js';

const LOOK_EVERY_MS = 300;
const CONNECT_MS = 2_000;

function keyOf(environment: Environment): Record<string, string> {
  const key = process.env['TOUCHSTONE_API_KEY'] ?? environment.ADMIN_API_KEY;
  return key === undefined ? {} : { 'x-api-key': key };
}

/** Whether a Touchstone server listens there. */
async function answers(address: string): Promise<boolean> {
  try {
    const url = `${address.replace(/(?<!\/)\/+$/u, '')}/health/live`;
    const response = await new OutgoingClient({ timeoutMs: CONNECT_MS }).fetch(url);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

function ownAddress({ HOST, PORT }: Environment): string {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Whoever has the configuration is the administrator. */
function administrator({ AUTH_MODE }: Environment): Caller {
  return { id: AUTH_MODE === 'none' ? ANONYMOUS_ID : ADMIN_ID, scopes: new Set(SCOPES), filter: UNRESTRICTED };
}

function inProcess(routes: SourcesController, caller: Caller): SyncServer {
  // The command line has checked what it names; the rest the settings are checked for anyway.
  const read = (settings: Readonly<Record<string, unknown>>) => plainToInstance(PutSourceDto, settings);
  return {
    list: (cursor) => routes.list({ limit: MAX_PAGE, ...(cursor === undefined ? {} : { cursor }) }, caller),
    create: (settings) => routes.create(read(settings), caller),
    change: (sourceId, settings) => routes.change(sourceId, read(settings), caller),
    start: (sourceId, dryRun) => routes.start(sourceId, { dry_run: dryRun ? 'true' : 'false' }, caller),
    run: (sourceId, runId) => routes.readRun(sourceId, runId, caller),
  };
}

function terminal(): SyncOutput {
  const isTerminal = process.stderr.isTTY;
  return {
    say: (line) => console.log(line),
    show: (line) => isTerminal && process.stderr.write(`\r${line}\u001b[K\r`),
    pause: () => new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS)),
  };
}

/**
 * `touchstone sync FOLDER`: by the running server if one answers, otherwise in this process on DATA_DIR.
 * @param words what follows `sync`
 * @returns the exit code
 * @throws SyncUsageError, SyncRefused, ConfigurationError
 */
export async function sync(words: readonly string[], environment: Environment): Promise<number> {
  // npm changes to the folder of the program; a relative folder is that of the shell.
  const options = readSyncOptions(words, process.env['INIT_CWD'] ?? process.cwd());
  const address = options.server ?? ownAddress(environment);
  // A port without a listener is not a fault.
  Logger.overrideLogger(false);
  if (await answers(address)) return runSync(new SyncOverHttp(address, keyOf(environment)), options, terminal());
  if (options.server !== undefined) throw new SyncRefused(`No server answers at ${address}.`);
  makePrivateFolder(environment.DATA_DIR);
  const { createApp } = await import('./app.js');
  const app = await createApp(environment, createLogger({ level: 'error', format: 'json' }));
  try {
    app.get(JobWorker, { strict: false }).take();
    return await runSync(
      inProcess(app.get(SourcesController, { strict: false }), administrator(environment)),
      options,
      terminal(),
    );
  } finally {
    await app.close();
  }
}
