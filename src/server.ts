import 'reflect-metadata';
import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import { nearMisses, settingsWithoutEffect } from './config/near-misses.js';
import { ConfigurationError, type Environment, readEnvironment } from './config/environment.js';
import { LoadSampleCases } from './cbr/application/load-sample-cases.js';
import { SampleLoader } from './documents/application/load-samples.js';
import { CompareTexts, BackfillTitleKeys } from './documents/application/backfill-documents.js';
import { JobWorker } from './jobs/application/job-worker.js';
import { Readiness } from './health/domain/readiness.js';
import { printWelcome, showProgress } from './web/start-messages.js';
import { storeFile, storeFolders } from './shared/infrastructure/database/embedded-file.js';
import { StoreHold } from './shared/infrastructure/database/store-hold.js';
import { openingFile } from './shared/infrastructure/database/open-failure.js';
import { MeaningSource } from './search/embedding/domain/static-embedding/static-embedding.js';
import type { SearchWorkerPrewarm } from './search/index-memory/infrastructure/search-worker-prewarm.js';
import { makePrivateFolder, restrictStoreFolder } from './shared/infrastructure/private-files.js';
import { SqliteThread } from './shared/infrastructure/database/sqlite-thread.js';
import { createLogger } from './shared/interface/pino-logger.js';
import { limitHeapGrowth } from './shared/infrastructure/runtime/v8-heap-tuning.js';
import { RecoverSessions } from './test-automation/sessions/application/running-sessions.js';

/** A running request has this long to end after SIGTERM; the deadline of the pipeline is 4 s. */
const SHUTDOWN_LIMIT_MS = 9_000;

/** As many questions of a session may wait for the one signal that stops them, and a few others; Node would warn of a leak at eleven. */
const MOST_LISTENERS = 64 + 16;

/**
 * Running requests end, new ones are refused, the stores are closed, and the exit code is 0. Before that, for `drainMs`, new requests are
 * still answered while the probe says that no more should come: a proxy needs a moment to notice.
 */
function stopOnSignal(app: NestFastifyApplication, logger: Logger, drainMs: number): void {
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping: running requests end first');
    app.get(Readiness, { strict: false }).markLeaving();
    setTimeout(() => {
      logger.error(`a request did not end within ${SHUTDOWN_LIMIT_MS} ms`);
      process.exit(1);
    }, drainMs + SHUTDOWN_LIMIT_MS).unref();
    delay(drainMs)
      .then(() => app.close())
      .then(() => SqliteThread.whenNoneLoads())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ err: error }, 'the server did not stop cleanly');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
}

/** What an earlier version, or the creation of a folder by hand, left readable for other users of the machine. */
function restrictStore(environment: Environment, logger: Logger): void {
  const { store, cases } = storeFolders(environment);
  const open = [store, cases].filter((folder) => existsSync(folder)).flatMap(restrictStoreFolder);
  if (open.length > 0)
    logger.warn({ places: open }, 'other users of this machine can read the store; give it to the user of the server');
}

async function start(early: SearchWorkerPrewarm | undefined): Promise<void> {
  const environment = readEnvironment(process.env);
  limitHeapGrowth();
  setMaxListeners(MOST_LISTENERS);
  const logger = createLogger({ level: environment.LOG_LEVEL, format: environment.LOG_FORMAT });
  for (const { given, meant } of nearMisses(process.env))
    logger.warn({ given, meant }, `${given} is not a setting and is not read; did you mean ${meant}?`);
  for (const line of settingsWithoutEffect(environment)) logger.warn(line);
  const main = storeFile(storeFolders(environment), 'documents');
  await openingFile(main, () => makePrivateFolder(environment.DATA_DIR));
  restrictStore(environment, logger);
  const app = await openingFile(main, () => createApp(environment, logger, early));
  app.get(StoreHold, { strict: false }).begin();
  stopOnSignal(app, logger, environment.SHUTDOWN_DRAIN_MS);
  await app.get(BackfillTitleKeys, { strict: false }).backfill();
  if (environment.SAMPLE_DATA === 'load') {
    await app.get(SampleLoader, { strict: false }).load(showProgress(environment, logger));
    await app.get(LoadSampleCases, { strict: false }).load();
  }
  await app.get(RecoverSessions, { strict: false }).recover();
  app.get(Readiness, { strict: false }).markReady();
  // The first question should not wait for it; where it cannot be read, that question says why.
  app
    .get(MeaningSource, { strict: false })
    .load()
    .catch(() => undefined);
  app.get(JobWorker, { strict: false }).take();
  app
    .get(CompareTexts, { strict: false })
    .compareTexts()
    .catch((error: unknown) => logger.warn({ err: error }, 'texts of an earlier release were not compared'));
  await app.listen({ port: environment.PORT, host: environment.HOST });
  printWelcome(await app.getUrl(), environment, logger);
}

function fail(error: unknown): never {
  // A setting that only showed to be wrong when it was used, such as a model that is not there.
  if (error instanceof ConfigurationError) {
    for (const line of error.lines) console.error(line);
    process.exit(1);
  }
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    console.error('PORT: the port is already in use; set PORT to another one, or stop the program that holds it');
  else
    console.error(
      error instanceof Error ? `The server could not start: ${error.message}` : 'The server could not start.',
    );
  process.exit(1);
}

/** Starts the server, which serves until a signal ends the process; a start that fails says why and ends it. */
export async function serve(early: SearchWorkerPrewarm | undefined): Promise<void> {
  try {
    await start(early);
  } catch (error) {
    await SqliteThread.whenNoneLoads();
    fail(error);
  }
}
