import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import dotenv from 'dotenv';
import {
  agreementLines,
  BlindRow,
  isReviewLabel,
  reviewAgreements,
  REVIEWER_NAME,
  ReviewedRow,
  ReviewLabel,
  ROWS_TO_REVIEW,
  rowsToReview,
} from './test-automation/judge/domain/session-review.js';

const USAGE = `Usage:
  npx touchstone review-session label SESSION_ID --reviewer NAME [--rows 40]
  npx touchstone review-session report SESSION_ID
Labels are kept in DATA_DIR/output/test_sessions/SESSION_ID/reviews/NAME.json; the same command resumes where it was stopped.`;
const FAILED = 2;
const KEYS: Readonly<Record<string, ReviewLabel>> = { s: 'success', p: 'partial', f: 'failure' };

class ReviewError extends Error {}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function toRow(line: string): ReviewedRow {
  const row: unknown = JSON.parse(line);
  const gold = fieldOf(row, 'gold');
  const quote = fieldOf(gold, 'quote');
  return {
    resultId: textOf(fieldOf(row, 'result_id')) || textOf(fieldOf(row, 'id')),
    question: textOf(fieldOf(row, 'query')),
    answer: textOf(fieldOf(row, 'answer')),
    goldQuote: typeof quote === 'string' ? quote : null,
    answerable: fieldOf(gold, 'answerable') !== false,
    verdict: textOf(fieldOf(row, 'verdict')),
  };
}

function rowsOf(folder: string): ReviewedRow[] {
  const file = path.join(folder, 'results.jsonl');
  if (!existsSync(file))
    throw new ReviewError(`No results at '${file}'. Name a session that has ended, and its DATA_DIR.`);
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(toRow);
}

function labelsOf(file: string): Map<string, ReviewLabel> {
  if (!existsSync(file)) return new Map();
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return new Map(
    Object.entries(typeof kept === 'object' && kept !== null ? kept : {}).filter(
      (entry): entry is [string, ReviewLabel] => isReviewLabel(entry[1]),
    ),
  );
}

function shown({ question, answer, goldQuote, answerable }: BlindRow, place: string): string {
  const right = answerable ? `Documents: ${goldQuote ?? '(nobody has said)'}` : 'Documents: they do not answer this.';
  return `\n[${place}]\nQuestion:  ${question}\n${right}\nAnswer:    ${answer}\n`;
}

const ASKED = '(s)uccess, (p)artial, (f)ailure, (q)uit: ';

/**
 * Shows each row without its verdict and reads a label, until all have one, `q` is typed or the input ends. Lines may be typed or piped;
 * each label is stored at once.
 * @returns 2 if the input ended before all rows had a label
 */
async function label(sessionId: string, folder: string, reviewer: string, most: number): Promise<number> {
  const rows = rowsToReview(sessionId, rowsOf(folder), most);
  const file = path.join(folder, 'reviews', `${reviewer}.json`);
  const labels = labelsOf(file);
  mkdirSync(path.dirname(file), { recursive: true });
  const numbered = rows.map((row, i) => ({ row, place: `${i + 1} of ${rows.length}` }));
  const open = numbered.filter(({ row }) => !labels.has(row.resultId));
  const ask = () => {
    const [next] = open;
    if (next !== undefined) process.stdout.write(`${shown(next.row, next.place)}\n${ASKED}`);
  };
  const lines = createInterface({ input: process.stdin });
  if (open.length === 0) lines.close();
  let hasQuit = false;
  ask();
  for await (const line of lines) {
    const [next] = open;
    hasQuit = line.trim().toLowerCase() === 'q';
    if (next === undefined || hasQuit) break;
    const given = KEYS[line.trim().toLowerCase()];
    if (given === undefined) {
      process.stdout.write(`'${line}' is not a label. ${ASKED}`);
      continue;
    }
    labels.set(next.row.resultId, given);
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(labels), null, 1)}\n`, { mode: 0o600 });
    open.shift();
    if (open.length === 0) break;
    ask();
  }
  if (open.length === 0) {
    console.log(`\nAll ${rows.length} rows have a label of '${reviewer}'.`);
    return 0;
  }
  console.log(
    `\n${open.length} of ${rows.length} rows have no label of '${reviewer}' yet. The same command continues with them.`,
  );
  return hasQuit ? 0 : FAILED;
}

function report(folder: string): number {
  const reviews = path.join(folder, 'reviews');
  const files = existsSync(reviews) ? readdirSync(reviews).filter((name) => name.endsWith('.json')) : [];
  if (files.length === 0) throw new ReviewError(`Nobody has labelled this session yet ('${reviews}' has no file).`);
  const labels = new Map(files.sort().map((name) => [name.slice(0, -5), labelsOf(path.join(reviews, name))] as const));
  for (const line of agreementLines(reviewAgreements(rowsOf(folder), labels))) console.log(line);
  return 0;
}

function optionOf(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}

async function main(): Promise<number> {
  dotenv.config({ quiet: true });
  const [command = '', sessionId = '', ...rest] = process.argv.slice(2);
  if (!/^[\w-]{1,100}$/u.test(sessionId)) throw new ReviewError(USAGE);
  const folder = path.resolve(process.env['DATA_DIR'] ?? 'data', 'output', 'test_sessions', sessionId);
  if (command === 'report') return report(folder);
  const reviewer = optionOf(rest, '--reviewer') ?? '';
  const most = Number(optionOf(rest, '--rows') ?? ROWS_TO_REVIEW);
  if (command !== 'label' || !REVIEWER_NAME.test(reviewer) || !(most >= 1)) throw new ReviewError(USAGE);
  return label(sessionId, folder, reviewer, most);
}

void main()
  .catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : 'The review failed.');
    return FAILED;
  })
  .then((code) => process.exit(code));
