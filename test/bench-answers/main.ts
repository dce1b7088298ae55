import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AnsweringService } from './answering.js';
import { askAll, askWithoutSource } from './asking.js';
import { componentTable, withoutEach } from './components.js';
import { fitModel } from './fit-model.js';
import { observeStore } from './fit-observation.js';
import { fitTable } from './fit-report.js';
import { fitStores } from './fit-sets.js';
import { seededRandom } from './measures.js';
import { askNatural } from './natural-asking.js';
import { naturalFigures } from './natural-report.js';
import {
  Half,
  HALVES,
  isNaturalFolder,
  NaturalSet,
  ownNatural,
  readForeign,
  readNaturalFolder,
} from './natural-set.js';
import {
  BenchQuestion,
  OWN_FILES,
  QuestionSet,
  readFolder,
  readOwn,
  REGRESSION_FILE,
  SHORT_FILES,
} from './question-set.js';
import { figures, SetReport, table } from './report.js';

const USAGE = `npm run bench:answers -- [options] [FOLDER ...]
Measures answers to questions as people ask them. Without a folder: the project's own natural questions over its samples.
A FOLDER has regs.jsonl or docs.jsonl, natural*_a.jsonl, natural*_b.jsonl, and dialogues in natural_dialogues_a.jsonl and _b.jsonl;
or, in the form of XQuAD, docs.jsonl, queries.jsonl and answers.jsonl ({id, doc_id, answers}). Each file may end in .gz.
  --half a|b      only this half of the natural questions
  --older         the project's older questions instead: of the regression, direct ones and short ones
  --foreign PATH  questions that no set answers (repeatable): a file of {question, kind}, or a folder in the form of XQuAD
  --limit N       questions of each set in the form of XQuAD (default 500, 0 is all), drawn with a fixed seed
  --fit           fits the model of src/pipeline/domain/answer-model.ts on the halves a of the own questions and the FOLDERs
  --components    the older questions with each component switched off
  --json          figures as JSON
  --dump FILE     every answer as a line of JSON
  --help`;

const SEED = 20261121;

interface Output {
  readonly dump: string | undefined;
  readonly isJson: boolean;
}

function draw(questions: readonly BenchQuestion[], limit: number): readonly BenchQuestion[] {
  if (limit === 0 || questions.length <= limit) return questions;
  const random = seededRandom(SEED);
  return questions
    .map((question) => ({ question, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, limit)
    .map(({ question }) => question);
}

/** One report, as soon as it is there. */
function show(report: SetReport, outcomes: readonly object[], { dump, isJson }: Output): SetReport {
  if (dump !== undefined)
    for (const one of outcomes) appendFileSync(dump, `${JSON.stringify({ set: report.set, ...one })}\n`);
  if (!isJson) console.log(`${table(report)}\n`);
  return report;
}

/** Asks the sets over the same documents in one store. */
async function runNatural(sets: readonly NaturalSet[], output: Output): Promise<SetReport[]> {
  const [first] = sets;
  if (first === undefined) return [];
  const service = await AnsweringService.over(first);
  try {
    const reports: SetReport[] = [];
    for (const set of sets) {
      const outcomes = await askNatural(service, set);
      reports.push(show({ set: set.name, figures: naturalFigures(outcomes) }, outcomes, output));
    }
    return reports;
  } finally {
    await service.stop();
  }
}

async function runPlain(
  set: QuestionSet,
  others: readonly QuestionSet[],
  limit: number,
  output: Output,
): Promise<SetReport> {
  const service = await AnsweringService.over(set);
  try {
    const own = draw(
      set.questions.filter((q) => q.documentId !== undefined),
      limit,
    );
    const present = await askAll(service, own, 'present');
    const removed = await askWithoutSource(service, own);
    const foreign = [
      set.questions.filter((q) => set.documents === 'samples' && q.documentId === undefined),
      ...others.map((other) => draw(other.questions, limit)),
    ];
    const outcomes = [...present, ...removed, ...(await askAll(service, foreign.flat(), 'foreign'))];
    return show({ set: set.name, figures: figures(outcomes) }, outcomes, output);
  } finally {
    await service.stop();
  }
}

async function fit(folders: readonly string[], isJson: boolean): Promise<void> {
  const observations = [];
  for (const store of fitStores(folders)) {
    observations.push(...(await observeStore(store)));
    if (!isJson) console.error(`${store.name}: asked`);
  }
  const { model, leftOut } = fitModel(observations);
  if (!isJson) console.log(`${fitTable(leftOut)}\n`);
  console.log(JSON.stringify(model, undefined, 1));
}

/** @returns the exit code: 0, or 2 for arguments that cannot be used */
export async function main(args: string[]): Promise<number> {
  const { values, positionals: folders } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      half: { type: 'string', multiple: true, default: [...HALVES] },
      older: { type: 'boolean', default: false },
      limit: { type: 'string', default: '500' },
      foreign: { type: 'string', multiple: true, default: [] },
      fit: { type: 'boolean', default: false },
      components: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      dump: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const halves = values.half.filter((half): half is Half => HALVES.some((one) => one === half));
  if (values.help || halves.length < values.half.length) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  const missing = [...folders, ...values.foreign].find((name) => !existsSync(name));
  if (missing !== undefined) {
    console.error(`'${missing}' does not exist. Name folders of questions; --help lists the options.`);
    return 2;
  }
  if (values.fit) {
    await fit(folders, values.json);
    return 0;
  }
  if (values.components) {
    const rows = await withoutEach([readOwn([REGRESSION_FILE]), readOwn(SHORT_FILES)]);
    console.log(values.json ? JSON.stringify(rows, undefined, 1) : componentTable(rows));
    return 0;
  }
  const output = { dump: values.dump, isJson: values.json };
  if (values.dump !== undefined) writeFileSync(values.dump, '');
  const isFile = (name: string) => path.extname(name) === '.jsonl';
  const foreign = values.foreign.filter(isFile).flatMap(readForeign);
  const withForeign = (set: NaturalSet) => ({ ...set, foreign: [...set.foreign, ...foreign] });
  const natural = [
    ...(folders.length === 0 && !values.older
      ? [halves.flatMap((half) => [ownNatural('ko', half), ownNatural('en', half)])]
      : []),
    ...folders.filter(isNaturalFolder).map((folder) => halves.map((half) => readNaturalFolder(folder, half))),
  ];
  const plain = [
    ...(values.older ? OWN_FILES.map((file) => readOwn([file])) : []),
    ...folders.filter((folder) => !isNaturalFolder(folder)).map(readFolder),
  ];
  const others = values.foreign.filter((name) => !isFile(name)).map(readFolder);
  const reports: SetReport[] = [];
  for (const sets of natural) reports.push(...(await runNatural(sets.map(withForeign), output)));
  for (const set of plain) {
    const strange = [...plain.filter((other) => other.documents !== set.documents), ...others];
    reports.push(await runPlain(set, strange, Number(values.limit), output));
  }
  if (values.json) console.log(JSON.stringify(reports, undefined, 1));
  return 0;
}
