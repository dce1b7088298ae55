import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../src/app.js';
import { readEnvironment } from '../../src/config/environment.js';
import { SampleLoader } from '../../src/documents/application/load-samples.js';
import { createLogger } from '../../src/shared/interface/pino-logger.js';
import { MeasureContribution } from '../../src/test-automation/improvement/application/measure-contribution.js';
import { VaryQuestions } from '../../src/test-automation/improvement/application/vary-questions.js';
import { OpenExperimentRunner } from '../../src/test-automation/improvement/application/experiment-runner.js';
import { ContributionTier } from '../../src/test-automation/attribution/domain/contribution/contribution.js';

const USAGE = `npm run bench:contribution -- [--tier shapley|factorial|leave_one_out] [--questions 60] [--json]
Measures what each component contributes to the answers over the sample documents (extractive pipeline), and how long that takes. Exit code 0
when the parts sum to the whole and it took under 10 minutes, otherwise 1.`;

const NO_SIGNAL = new AbortController().signal;
const LIMIT_MS = 600_000;
const ROUNDING = 1e-9;

function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

const tierOf = (name: string | undefined): ContributionTier =>
  name === 'factorial' || name === 'leave_one_out' ? name : 'shapley';

async function start(folder: string): Promise<NestFastifyApplication> {
  const quiet = { LOG_LEVEL: 'silent', LOG_FORMAT: 'json', RATE_LIMIT_PER_MINUTE: '0' };
  const environment = readEnvironment({ DATA_DIR: folder, ...quiet });
  const app = await createApp(environment, createLogger({ level: 'silent', format: 'json' }));
  await app.get(SampleLoader, { strict: false }).load(() => undefined);
  return app;
}

async function measure(app: NestFastifyApplication, tier: ContributionTier, count: number) {
  const variants = await app.get(VaryQuestions, { strict: false }).open(null, 'university', NO_SIGNAL);
  const trials = variants.others([], count, 'contribution').map((question) => ({ question, intent: null }));
  const bench = await app
    .get(OpenExperimentRunner, { strict: false })
    .open({ owner: 'anonymous', scope: null }, NO_SIGNAL);
  try {
    const started = performance.now();
    const report = await app.get(MeasureContribution, { strict: false }).measure(bench, trials, tier);
    if (report === null) throw new Error('No question could be evaluated under every set of components.');
    return { report, questions: trials.length, tookMs: performance.now() - started };
  } finally {
    await bench.close();
  }
}

/** @returns the exit code: 0 when the parts sum to the whole in time */
export async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-contribution-'));
  const app = await start(folder);
  try {
    const tier = tierOf(option(args, '--tier'));
    const { report, questions, tookMs } = await measure(app, tier, Number(option(args, '--questions') ?? 60));
    const whole = report.valueOfAll - (report.valueOfNone ?? 0);
    const missed = Math.abs(report.components.reduce((sum, { effect }) => sum + effect, 0) - whole);
    if (args.includes('--json')) console.log(JSON.stringify(report, undefined, 1));
    for (const { component, effect, verdict } of report.components)
      console.log(`${component.padEnd(26)} ${effect.toFixed(3).padStart(7)} ${verdict}`);
    console.log(
      `${tier}, ${questions} questions, ${report.asked} answers, ${(tookMs / 1000).toFixed(0)} s; all ${report.valueOfAll.toFixed(3)}, none ${report.valueOfNone?.toFixed(3) ?? '-'}, parts miss the whole by ${missed.toExponential(1)}`,
    );
    return (tier !== 'shapley' || missed <= ROUNDING) && tookMs < LIMIT_MS ? 0 : 1;
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
