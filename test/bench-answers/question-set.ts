import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

export interface BenchDocument {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly canonical_path?: readonly string[];
}

export interface BenchQuestion {
  readonly id: string;
  /** Name of its set. */
  readonly from: string;
  readonly text: string;
  /** The document that answers; undefined when none does. */
  readonly documentId: string | undefined;
  /** An answer with one of these strings is right; empty if a set has no answers. */
  readonly answers: readonly string[];
  readonly asOf: string | undefined;
}

/** Documents and questions about them; the samples of the program are a set without files. */
export interface QuestionSet {
  readonly name: string;
  readonly documents: readonly BenchDocument[] | 'samples';
  readonly questions: readonly BenchQuestion[];
}

/** A file of JSON lines, or the same packed as `.gz`; nothing if neither exists. */
export function lines<T>(folder: string, name: string): T[] {
  const plain = path.join(folder, name);
  const text = existsSync(plain)
    ? readFileSync(plain, 'utf8')
    : existsSync(`${plain}.gz`)
      ? gunzipSync(readFileSync(`${plain}.gz`)).toString('utf8')
      : '';
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

interface AnswerLine {
  readonly id: string;
  readonly doc_id: string;
  readonly answers: readonly string[];
}

/** A folder of docs.jsonl, queries.jsonl and, for answers, answers.jsonl; each may end in `.gz`. Read in place. */
export function readFolder(folder: string): QuestionSet {
  const answers = new Map(lines<AnswerLine>(folder, 'answers.jsonl').map((a) => [a.id, a]));
  const name = path.basename(path.resolve(folder));
  return {
    name,
    documents: lines<BenchDocument>(folder, 'docs.jsonl'),
    questions: lines<{ id: string; text: string }>(folder, 'queries.jsonl').map(({ id, text }) => ({
      id,
      from: name,
      text,
      documentId: answers.get(id)?.doc_id,
      answers: answers.get(id)?.answers ?? [],
      asOf: undefined,
    })),
  };
}

interface GoldLine {
  readonly id: string;
  readonly question: string;
  readonly answerable: boolean;
  readonly document_id?: string;
  readonly quote?: string;
  readonly as_of?: string;
}

export const REGRESSION_FILE = 'regression/questions.jsonl';
/** Short questions as people type them, in two halves. */
export const SHORT_FILES = ['bench-answers/terse-a.jsonl', 'bench-answers/terse-b.jsonl'] as const;

/** The own questions: of the regression, in words that the documents avoid, in the documents' own words, and short ones. */
export const OWN_FILES = [
  REGRESSION_FILE,
  'regression/paraphrased.jsonl',
  'bench-answers/direct.jsonl',
  ...SHORT_FILES,
] as const;

/** The project's own questions over its samples. @param files under test/ */
export function readOwn(files: readonly string[]): QuestionSet {
  const folder = path.join(projectRoot(), 'test');
  const name = files.map((file) => path.basename(file, '.jsonl')).join('+');
  return {
    name,
    documents: 'samples',
    questions: files
      .flatMap((file) => lines<GoldLine>(folder, file))
      .map((gold) => ({
        id: gold.id,
        from: name,
        text: gold.question,
        documentId: gold.answerable ? gold.document_id : undefined,
        answers: gold.quote === undefined ? [] : [gold.quote],
        asOf: gold.as_of,
      })),
  };
}
