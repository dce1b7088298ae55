import { appendFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { askAll, askWithoutSource, Outcome } from './asking.js';
import { AnsweringService } from './answering.js';
import { seededRandom } from './measures.js';
import { componentTable, withoutEach } from './components.js';
import { fitModel } from './fit-model.js';
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
Measures answers over sets of documents and questions: docs.jsonl, queries.jsonl, answers.jsonl ({id, doc_id, answers}), each
also as .gz. Without a folder: the project's own questions over the samples.
  --limit N     questions of each set (default 500, 0 is all), drawn with a fixed seed
  --foreign DIR a folder whose questions no set answers (repeatable); sets on the line are foreign to one another anyway
  --fit         fits the model of src/pipeline/domain/answer-model.ts on the own questions and prints it
  --components  the own questions with each component switched off
  --json        figures as JSON
  --dump FILE   every answer as a line of JSON
  --help`;

const SEED = 20261121;

function draw(questions: readonly BenchQuestion[], limit: number): readonly BenchQuestion[] {
  if (limit === 0 || questions.length <= limit) return questions;
  const random = seededRandom(SEED);
  return questions
    .map((question) => ({ question, key: random() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, limit)
    .map(({ question }) => question);
}

async function run(set: QuestionSet, others: readonly QuestionSet[], limit: number): Promise<Outcome[]> {
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
    const unanswerable = await askAll(service, foreign.flat(), 'foreign');
    return [...present, ...removed, ...unanswerable];
  } finally {
    await service.stop();
  }
}

/** @returns the exit code: 0, or 2 for arguments that cannot be used */
export async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      limit: { type: 'string', default: '500' },
      foreign: { type: 'string', multiple: true, default: [] },
      fit: { type: 'boolean', default: false },
      components: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      dump: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  if (values.fit) {
    console.log(JSON.stringify(await fitModel(), undefined, 1));
    return 0;
  }
  if (values.components) {
    const rows = await withoutEach([readOwn([REGRESSION_FILE]), readOwn(SHORT_FILES)]);
    console.log(values.json ? JSON.stringify(rows, undefined, 1) : componentTable(rows));
    return 0;
  }
  const sets = positionals.length === 0 ? OWN_FILES.map((file) => readOwn([file])) : positionals.map(readFolder);
  const foreign = values.foreign.map(readFolder);
  if (values.dump !== undefined) writeFileSync(values.dump, '');
  const reports: SetReport[] = [];
  for (const set of sets) {
    const others = [...sets.filter((other) => other.documents !== set.documents), ...foreign];
    const outcomes = await run(set, others, Number(values.limit));
    if (values.dump !== undefined)
      for (const outcome of outcomes) appendFileSync(values.dump, `${JSON.stringify({ set: set.name, ...outcome })}\n`);
    reports.push({ set: set.name, figures: figures(outcomes) });
    if (!values.json) console.log(`${table(reports.at(-1)!)}\n`);
  }
  if (values.json) console.log(JSON.stringify(reports, undefined, 1));
  return 0;
}
