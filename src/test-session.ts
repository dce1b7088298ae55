import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import dotenv from 'dotenv';
import { createApp } from './app.js';
import { ConfigurationError, Environment, readEnvironment } from './config/environment.js';
import { SampleLoader } from './documents/application/load-samples.js';
import { DomainError } from './shared/domain/domain-error.js';
import { makePrivateFolder, writePrivately } from './shared/infrastructure/private-files.js';
import { createLogger } from './shared/interface/pino-logger.js';
import { EstimateCost } from './test-automation/application/estimate-cost.js';
import { exitCodeOf, RunToTheEnd } from './test-automation/application/run-to-the-end.js';
import { StartSession } from './test-automation/application/start-session.js';
import { SessionFeed } from './test-automation/application/watch-session.js';
import { SessionReports } from './test-automation/domain/session-reports.js';
import {
  CommandLineError,
  CommandOptions,
  readCommandLine,
  USAGE,
} from './test-automation/interface/command-options.js';
import { planLines, summaryLines } from './test-automation/interface/session-summary-text.js';
import { showProgress } from './web/start-progress.js';

/** Nothing could be measured, or the command line could not be read. */
const NOT_MEASURED = 2;

/** Shows how far the session is, on a terminal only. */
function showSession(feed: SessionFeed, sessionId: string): void {
  if (!process.stderr.isTTY) return;
  const bar = new SingleBar({ format: 'Asking {bar} {value}/{total}, {success} right' }, Presets.shades_classic);
  const { queue } = feed.watch(sessionId);
  void (async () => {
    let isStarted = false;
    for await (const event of queue) {
      if (event.type !== 'progress') continue;
      if (!isStarted) bar.start(event.total, 0, { success: 0 });
      isStarted = true;
      bar.update(event.done, { success: event.success });
    }
    if (isStarted) bar.stop();
  })();
}

async function run(options: CommandOptions, environment: Environment): Promise<number> {
  // The log would stand between the lines of the progress; what fails is told at the end.
  const logger = createLogger({
    level: environment.LOG_LEVEL === 'info' ? 'error' : environment.LOG_LEVEL,
    format: 'json',
  });
  writePrivately();
  makePrivateFolder(environment.DATA_DIR);
  const app = await createApp(environment, logger);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  try {
    if (environment.SAMPLE_DATA === 'load')
      await app.get(SampleLoader, { strict: false }).execute(showProgress(environment, logger));
    const owner = environment.AUTH_MODE === 'none' ? 'anonymous' : 'admin';
    const feed = app.get(SessionFeed, { strict: false });
    const place = { owner, compare: options.compare, signal: stop.signal };
    const runner = app.get(RunToTheEnd, { strict: false });
    const plan = await app.get(StartSession, { strict: false }).plan(options.order, owner);
    const estimate = app.get(EstimateCost, { strict: false }).execute(plan.request, plan.planned);
    for (const line of planLines(estimate, plan)) console.log(line);
    if (options.isEstimate) return 0;
    const ended = await runner.execute(options.order, place, (sessionId) => showSession(feed, sessionId));
    const { sessionId } = ended.complete.session;
    const folder = path.join(environment.DATA_DIR, 'output', 'test_sessions', sessionId);
    for (const line of summaryLines(ended, folder)) console.log(line);
    if (options.junit !== undefined) {
      mkdirSync(path.dirname(path.resolve(options.junit)), { recursive: true });
      writeFileSync(options.junit, await app.get(SessionReports, { strict: false }).render(ended.complete, 'junit'));
    }
    return exitCodeOf(ended);
  } finally {
    await app.close();
  }
}

async function main(): Promise<number> {
  const options = readCommandLine(process.argv.slice(2));
  if (options === undefined) {
    console.log(USAGE);
    return 0;
  }
  dotenv.config({ quiet: true });
  return run(options, readEnvironment(process.env));
}

void main()
  .catch((error: unknown) => {
    if (error instanceof ConfigurationError) for (const line of error.lines) console.error(line);
    else if (error instanceof CommandLineError || error instanceof DomainError) console.error(error.message);
    else
      console.error(
        `The session could not run: ${error instanceof Error ? error.message : 'the reason is not known'}.`,
      );
    return NOT_MEASURED;
  })
  .then((code) => process.exit(code));
