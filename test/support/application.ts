import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createApp } from '../../src/app.js';
import { Environment, readEnvironment } from '../../src/config/environment.js';
import { Readiness } from '../../src/health/domain/readiness.js';
import { JobWorker } from '../../src/jobs/application/job-worker.js';
import { createLogger } from '../../src/shared/interface/pino-logger.js';
import { embeddedFile } from '../../src/shared/infrastructure/database/embedded-file.js';
import { putEmptyStore } from './empty-store.js';
import { assertDescribed } from './described-responses.js';

/** The whole application over a new empty store, as the server runs it. */
export interface RunningApplication {
  readonly app: NestFastifyApplication;
  readonly dataFolder: string;
  /** Sends a request. @throws when /openapi.json does not describe the response */
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Sends a JSON body. */
  post(url: string, payload: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Closes the application and removes its store. */
  stop(): Promise<void>;
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'touchstone-test-'));
}

async function putEmptyStores(environment: Environment): Promise<void> {
  if (environment.DATABASE_URL !== undefined) return;
  await putEmptyStore('main', embeddedFile(environment, 'documents'));
  await putEmptyStore('work', embeddedFile(environment, 'work'));
  await putEmptyStore('access', embeddedFile(environment, 'access'));
  if (environment.CBR_ENABLED && environment.CBR_DATA_DIR === undefined)
    await putEmptyStore('cases', embeddedFile(environment, 'cases'));
}

/**
 * Starts the application with these settings besides an empty store, no samples, no rate limit, and limits of time that a busy machine does
 * not reach: what a spec says of an answer must not depend on how fast it came.
 */
export async function startApplication(settings: Readonly<Record<string, string>> = {}): Promise<RunningApplication> {
  const dataFolder = temporaryFolder();
  const environment = readEnvironment({
    DATA_DIR: dataFolder,
    SAMPLE_DATA: 'skip',
    RATE_LIMIT_PER_MINUTE: '0',
    PIPELINE_TIMEOUT_MULTIPLIER: '30',
    ...settings,
  });
  // A given folder may contain a store.
  if (settings['DATA_DIR'] === undefined) await putEmptyStores(environment);
  const app = await createApp(environment, createLogger({ level: 'silent', format: 'json' }));
  app.get(Readiness, { strict: false }).markReady();
  app.get(JobWorker, { strict: false }).take();
  const inject = (options: InjectOptions) => app.getHttpAdapter().getInstance().inject(options);
  const call = async (options: InjectOptions) => {
    const response = await inject(options);
    await assertDescribed(inject, options, response);
    return response;
  };
  return {
    app,
    dataFolder,
    call,
    post: (url, payload, headers = {}) => call({ method: 'POST', url, payload, headers }),
    async stop() {
      await app.close();
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}
