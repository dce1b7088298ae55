import 'reflect-metadata';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import dotenv from 'dotenv';
import { createApp } from './app.js';
import { ConfigurationError, Environment, readEnvironment } from './config/environment.js';
import { SampleLoader } from './documents/application/load-samples.js';
import { DomainError } from './shared/domain/domain-error.js';
import { makePrivateFolder, writePrivately } from './shared/infrastructure/private-files.js';
import { createLogger } from './shared/interface/pino-logger.js';
import { EstimateCost } from './test-automation/sessions/application/estimate-cost.js';
import { exitCodeOf, RunToCompletion } from './test-automation/sessions/application/run-to-completion.js';
import { PlanSession } from './test-automation/sessions/application/plan-session.js';
import { SessionFeed } from './test-automation/sessions/application/watch-session.js';
import { StoreDataset } from './test-automation/datasets/application/store-dataset.js';
import { TargetFile } from './test-automation/targets/domain/test-target.js';
import { JsonTargetFile } from './test-automation/targets/infrastructure/json-target-file.js';
import { annotationLines, toSarif } from './test-automation/reports/domain/sarif-report.js';
import { TextModel } from './test-automation/domain/text-model.js';
import { readSessionFile } from './test-automation/sessions/infrastructure/session-file-schema.js';
import {
  CommandLineError,
  CommandOptions,
  readCommandLine,
  USAGE,
} from './test-automation/sessions/interface/command-options.js';
import { planLines, summaryLines } from './test-automation/reports/interface/session-summary-text.js';
import { showProgress } from './web/start-messages.js';
import { SessionOrder } from './test-automation/domain/session-request.js';
import { SessionReports } from './test-automation/sessions/domain/session-artifacts.js';

/** Nothing could be measured, or the command line could not be read. */
const NOT_MEASURED = 2;
/** Lines about what of a dataset is not used. */
const SHOWN_NOTES = 20;

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

function readGiven(file: string, option: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new CommandLineError(`--${option}: the file '${file}' cannot be read; check its name and its rights.`);
  }
}

/** Further targets of a file, which count for this run alone. */
async function useTargets(targets: TargetFile, file: string): Promise<void> {
  if (targets instanceof JsonTargetFile) targets.add(readGiven(file, 'targets'), file);
  // What is wrong with them is said before anything is asked.
  await targets.list();
}

/** The order with the questions of a file, which are stored under its name, and the lines of the questions in the file. */
async function withDataset(
  { order, dataset }: CommandOptions,
  owner: string,
  store: StoreDataset,
): Promise<{ readonly order: SessionOrder; readonly lines: ReadonlyMap<string, number> }> {
  if (dataset === undefined) return { order, lines: new Map() };
  const { file, format } = dataset;
  const sent = { content: readGiven(file, 'dataset'), format, name: path.basename(file) };
  const stored = await store.storeDataset(sent, owner);
  for (const { place, detail } of stored.notes.slice(0, SHOWN_NOTES)) console.log(`${file}, ${place}: ${detail}`);
  if (stored.notes.length > SHOWN_NOTES) console.log(`${file}: ${stored.notes.length - SHOWN_NOTES} more are not used`);
  return { order: { ...order, datasetId: stored.dataset.datasetId }, lines: stored.lines };
}

async function run(options: CommandOptions, environment: Environment): Promise<number> {
  // The log would appear between the lines of the progress; failures are printed at the end.
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
      await app.get(SampleLoader, { strict: false }).load(showProgress(environment, logger));
    const owner = environment.AUTH_MODE === 'none' ? 'anonymous' : 'admin';
    const feed = app.get(SessionFeed, { strict: false });
    const place = { owner, compare: options.compare, signal: stop.signal };
    const runner = app.get(RunToCompletion, { strict: false });
    if (options.targets !== undefined) await useTargets(app.get(TargetFile, { strict: false }), options.targets);
    if ((options.order.policy?.rubrics ?? []).length > 0 && !app.get(TextModel, { strict: false }).available)
      throw new CommandLineError(
        'rubrics need a language model; set LLM_PROVIDER, or take them out of the session file.',
      );
    const { order, lines } = await withDataset(options, owner, app.get(StoreDataset, { strict: false }));
    const plan = await app.get(PlanSession, { strict: false }).plan(order, owner);
    const estimate = app.get(EstimateCost, { strict: false }).estimate(plan.request, plan.planned);
    for (const line of planLines(estimate, plan)) console.log(line);
    if (options.isEstimate) return 0;
    const ended = await runner.run(order, place, (sessionId) => showSession(feed, sessionId));
    const { sessionId } = ended.complete.session;
    const folder = path.join(environment.DATA_DIR, 'output', 'test_sessions', sessionId);
    for (const line of summaryLines(ended, folder)) console.log(line);
    if (options.junit !== undefined) {
      mkdirSync(path.dirname(path.resolve(options.junit)), { recursive: true });
      writeFileSync(options.junit, await app.get(SessionReports, { strict: false }).render(ended.complete, 'junit'));
    }
    const file = options.dataset === undefined ? undefined : path.relative('', options.dataset.file);
    if (options.sarif !== undefined) {
      mkdirSync(path.dirname(path.resolve(options.sarif)), { recursive: true });
      writeFileSync(options.sarif, toSarif(ended.complete, file, lines));
    }
    if (options.isAnnotating)
      for (const line of annotationLines(ended.complete.results, file, lines)) console.log(line);
    return exitCodeOf(ended, options.failOn);
  } finally {
    await app.close();
  }
}

async function main(): Promise<number> {
  const options = readCommandLine(process.argv.slice(2), (file) => readSessionFile(readGiven(file, 'config'), file));
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
