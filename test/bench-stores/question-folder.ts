import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { splitIntoPassages } from '../../src/documents/domain/split-into-passages.js';
import { DocumentInput } from '../../src/search/domain/indexed-passage.js';
import { document } from '../support/stored-corpus.js';

/** A folder of documents (`docs.jsonl`, also with .gz), questions (`queries.jsonl`) and judgements (`qrels.tsv`). */
export interface QuestionFolder {
  readonly name: string;
  readonly documents: readonly DocumentInput[];
  readonly questions: readonly Question[];
}

export interface Question {
  readonly text: string;
  /** Grade of each relevant document by its id. */
  readonly relevant: ReadonlyMap<string, number>;
}

function linesOf(folder: string, name: string): string[] {
  const plain = path.join(folder, name);
  const text = existsSync(plain) ? readFileSync(plain) : gunzipSync(readFileSync(`${plain}.gz`));
  return text
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function field(record: Readonly<Record<string, unknown>>, name: string): string {
  const value = record[name];
  return typeof value === 'string' ? value : '';
}

function record(line: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(line);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function toDocument(line: string, category: string): DocumentInput {
  const read = record(line);
  const [title, text] = [field(read, 'title'), field(read, 'text')];
  return document(field(read, 'id'), {
    title,
    canonicalPath: ['bench', category],
    passages: splitIntoPassages(text, 'text/plain', title).map((passage) => ({
      start: passage.start,
      end: passage.end,
      text: text.slice(passage.start, passage.end),
      section: passage.section,
      article: passage.article,
      metadata: {},
    })),
  });
}

/** @param categories among which documents are spread, so that filters have something to leave out */
export function readFolder(folder: string, categories: number): QuestionFolder {
  const judged = new Map<string, Map<string, number>>();
  for (const line of linesOf(folder, 'qrels.tsv')) {
    const [question = '', document = '', grade = '0'] = line.split('\t');
    const own = judged.get(question) ?? new Map<string, number>();
    if (Number(grade) > 0) own.set(document, Number(grade));
    judged.set(question, own);
  }
  const questions = linesOf(folder, 'queries.jsonl').map((line) => {
    const read = record(line);
    return { text: field(read, 'text'), relevant: judged.get(field(read, 'id')) ?? new Map<string, number>() };
  });
  return {
    name: path.basename(folder),
    documents: linesOf(folder, 'docs.jsonl').map((line, i) => toDocument(line, `c${i % categories}`)),
    questions: questions.filter(({ relevant }) => relevant.size > 0),
  };
}
