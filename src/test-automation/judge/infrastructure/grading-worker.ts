import { workerData } from 'node:worker_threads';
import {
  StaticEmbedding,
  type StaticEmbeddingContent,
} from '../../../search/embedding/domain/static-embedding/static-embedding.js';
import { gradeAnswer, type Grade } from '../domain/grade-answer.js';
import type { JudgingCase } from '../domain/judging-case.js';
import { nearnessBy } from '../domain/meaning.js';

/** An answer to grade; the thread has the embedding. */
export type GradingTask = Omit<JudgingCase, 'nearness'>;

function isContent(value: unknown): value is StaticEmbeddingContent {
  return typeof value === 'object' && value !== null && 'entries' in value && 'costs' in value && 'vectors' in value;
}

const content: unknown = workerData;
if (!isContent(content)) throw new TypeError('The grading thread needs the content of the static embedding.');
const nearness = nearnessBy(new StaticEmbedding('', content));

/** Grades one answer in a worker thread. */
export function gradeInThread(judged: GradingTask): Grade {
  return gradeAnswer({ ...judged, nearness });
}
