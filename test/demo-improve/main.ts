import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../src/app.js';
import { readEnvironment } from '../../src/config/environment.js';
import { Configuration } from '../../src/config/domain/configuration.js';
import { SampleLoader } from '../../src/documents/application/load-samples.js';
import { createLogger } from '../../src/shared/interface/pino-logger.js';
import { RepairInRounds, RepairStep } from '../../src/test-automation/improvement/application/repair-in-rounds.js';
import {
  OpenExperimentRunner,
  ExperimentRunner,
} from '../../src/test-automation/improvement/application/experiment-runner.js';
import { TrialOutcome } from '../../src/test-automation/improvement/domain/trial.js';
import { compareOutcomes } from '../../src/test-automation/improvement/domain/verification.js';
import { questionPool } from '../../src/test-automation/questions/domain/question-pool.js';
import { SourceDocument, DocumentSource } from '../../src/test-automation/domain/session-scope.js';
import { ServedConfiguration } from '../../src/test-automation/improvement/domain/served-configuration.js';
import { materialsOf } from './materials.js';
import { linesOf, makeUnseen } from './unseen.js';
import { LOST_INTENTS, LOST_SYNONYMS, SPOILED_INTENTS, SPOILED_WEIGHTS } from './spoiled.js';
import { PersonaSets } from '../../src/test-automation/personas/domain/persona.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const USAGE = `npm run demo:improve -- [--json | --make-unseen]
Starts on the sample documents with a configuration that has lost 20 synonyms and 8 rules of the intents, and whose 2 further rules and 2 weights are spoiled, lets the
loop (fail, look into it, propose, verify, apply) work without anybody's hand, and measures on questions that it has never seen how much of
the lost success came back. Exit code 0 when at least 70 % did and nothing regressed, otherwise 1.`;

const LIMITS = { rounds: 5, patches: 80, investigations: 20 };
const WANTED_SHARE = 0.7;
const NO_SIGNAL = new AbortController().signal;

const readPart = (name: string): any =>
  JSON.parse(readFileSync(path.join(projectRoot(), 'data', 'config', `${name}.json`), 'utf8'));

/** The configuration as it comes with the program. */
function whole(): Configuration {
  return { intents: readPart('intents'), synonyms: readPart('synonyms'), pipeline: readPart('pipeline') };
}

/** Writes the configuration with its losses into a data folder. */
function spoil(folder: string): void {
  const { intents, synonyms, pipeline } = whole();
  const lost: readonly string[] = LOST_SYNONYMS;
  const rules: readonly string[] = LOST_INTENTS;
  const groups = synonyms.groups
    .map((group) => ({ ...group, words: group.words.filter((word) => !lost.includes(word)) }))
    .filter(({ words }) => words.length > 1);
  const search: any = structuredClone(pipeline.search);
  for (const {
    path: [part, name],
    value,
  } of SPOILED_WEIGHTS)
    search[part][name] = value;
  const files = {
    intents: {
      ...intents,
      rules: intents.rules
        .filter((rule) => !rules.includes(rule.id))
        .map((rule) => {
          const spoilt = SPOILED_INTENTS.filter(({ id }) => id === rule.id).map(({ pattern }) => pattern);
          return { ...rule, patterns: [...rule.patterns, ...spoilt] };
        }),
    },
    synonyms: { ...synonyms, groups },
    pipeline: { ...pipeline, search },
  };
  mkdirSync(path.join(folder, 'config'), { recursive: true });
  for (const [name, document] of Object.entries(files))
    writeFileSync(path.join(folder, 'config', `${name}.json`), JSON.stringify(document, undefined, 1));
}

async function start(folder: string): Promise<NestFastifyApplication> {
  const environment = readEnvironment({
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    LOG_FORMAT: 'json',
  });
  const app = await createApp(environment, createLogger({ level: 'silent', format: 'json' }));
  await app.get(SampleLoader, { strict: false }).load(() => undefined);
  return app;
}

async function sources(app: NestFastifyApplication) {
  const documents: SourceDocument[] = [];
  for await (const document of app.get(DocumentSource, { strict: false }).documents(null, NO_SIGNAL))
    documents.push(document);
  const sets = app.get(PersonaSets, { strict: false });
  const personas = (await Promise.all((await sets.names()).map((name) => sets.find(name)))).flatMap((set) => set ?? []);
  const pool = questionPool(documents, { outside: [], slang: [] }, new Date().toISOString().slice(0, 10));
  const lost = LOST_SYNONYMS.map((said) => {
    const group = whole().synonyms.groups.find(({ words }) => words.includes(said));
    if (group === undefined) throw new Error(`No group of data/config/synonyms.json has the word ${said}.`);
    return { said, written: group.words.filter((word) => word !== said) };
  });
  return { pool, personas, lost };
}

/** Prints the questions that the loop never sees, as they were fixed in `unseen.jsonl`. */
async function printUnseen(app: NestFastifyApplication): Promise<number> {
  const { pool, personas, lost } = await sources(app);
  const { quotes } = materialsOf(pool, personas, lost);
  console.log(linesOf(makeUnseen(pool, lost, quotes)));
  return 0;
}

const right = (outcomes: readonly TrialOutcome[]) => outcomes.filter((o) => o.success === true).length;
const isIntent = ({ trial }: TrialOutcome) => trial.intent !== null;

/** How many of the questions that the whole configuration answers are answered. */
function figures(all: { original: TrialOutcome[]; spoiled: TrialOutcome[]; repaired: TrialOutcome[] }) {
  const part = (holds: (outcome: TrialOutcome) => boolean) => {
    const [original, spoiled, repaired] = [all.original, all.spoiled, all.repaired].map((o) => o.filter(holds));
    const lost = right(original!) - right(spoiled!);
    const back = right(repaired!) - right(spoiled!);
    return {
      questions: original!.length,
      original: right(original!),
      spoiled: right(spoiled!),
      repaired: right(repaired!),
      restored: lost === 0 ? null : back / lost,
    };
  };
  return { answers: part((o) => !isIntent(o)), intents: part(isIntent), all: part(() => true) };
}

function tell(step: RepairStep): void {
  const { round, proposal, verification, appliedVersion } = step;
  const end = appliedVersion === null ? 'rejected' : `applied as version ${appliedVersion}`;
  console.error(`round ${round}, ${proposal.type}: ${proposal.description} ${end}. ${verification.reasons.join(' ')}`);
}

async function open(app: NestFastifyApplication): Promise<ExperimentRunner> {
  return app.get(OpenExperimentRunner, { strict: false }).open({ owner: 'anonymous', scope: null }, NO_SIGNAL);
}

/** The patch that replaces the spoiled configuration by the whole one, to measure the loss. */
const restoring = () => {
  const { intents, synonyms, pipeline } = whole();
  return [
    { op: 'replace', path: '/intents/rules', value: intents.rules },
    { op: 'replace', path: '/synonyms/groups', value: synonyms.groups },
    { op: 'replace', path: '/pipeline/search', value: pipeline.search },
  ];
};

async function demonstrate(app: NestFastifyApplication) {
  const { pool, personas, lost } = await sources(app);
  const { made, paraphrases, regression, unseen } = materialsOf(pool, personas, lost);
  const bench = await open(app);
  const started = performance.now();
  try {
    const original = await bench.run(restoring(), unseen);
    const spoiled = await bench.run([], unseen);
    console.error(
      `unseen: ${right(original)} of ${unseen.length} with the whole configuration, ${right(spoiled)} with the spoiled one`,
    );
    const before = await bench.run([], regression);
    const loop = app.get(RepairInRounds, { strict: false });
    const steps = await loop.repair(bench, { made, paraphrases, regression }, LIMITS, tell);
    bench.forget();
    const repaired = await bench.run([], unseen);
    const after = await bench.run([], regression);
    return {
      trials: { made: made.length, regression: regression.length, unseen: unseen.length },
      ...figures({ original, spoiled, repaired }),
      unseen_change: compareOutcomes(spoiled, repaired),
      regression: compareOutcomes(before, after),
      proposed: steps.length,
      applied: steps.filter((step) => step.appliedVersion !== null).length,
      by_type: countByType(steps),
      configuration_version: app.get(ServedConfiguration, { strict: false }).current().version,
      took_s: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    await bench.close();
  }
}

function countByType(steps: readonly RepairStep[]) {
  const types = [...new Set(steps.map((step) => step.proposal.type))];
  return Object.fromEntries(
    types.map((type) => {
      const own = steps.filter((step) => step.proposal.type === type);
      return [type, { proposed: own.length, applied: own.filter((s) => s.appliedVersion !== null).length }];
    }),
  );
}

const percent = (share: number | null) => (share === null ? '-' : `${(100 * share).toFixed(0)} %`);

/** @returns the exit code: 0 if enough was restored and nothing regressed */
export async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-improve-'));
  spoil(folder);
  const app = await start(folder);
  try {
    if (args.includes('--make-unseen')) return await printUnseen(app);
    const found = await demonstrate(app);
    if (args.includes('--json')) console.log(JSON.stringify(found, undefined, 1));
    else {
      console.log(
        '| questions never seen by the loop | asked | whole | spoiled | repaired | restored |\n|---|---|---|---|---|---|',
      );
      for (const [name, row] of Object.entries({ answers: found.answers, intents: found.intents, all: found.all }))
        console.log(
          `| ${name} | ${row.questions} | ${row.original} | ${row.spoiled} | ${row.repaired} | ${percent(row.restored)} |`,
        );
      console.log(
        `${found.applied} of ${found.proposed} proposals proved themselves: ${JSON.stringify(found.by_type)}.`,
      );
      const { queries, gained, lost, regressed } = found.regression;
      console.log(
        `Held-out regression set: ${gained} gained, ${lost} lost of ${queries}${regressed ? ', REGRESSED' : ''}. ${found.took_s} s.`,
      );
    }
    return (found.all.restored ?? 0) >= WANTED_SHARE && !found.regression.regressed ? 0 : 1;
  } finally {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
