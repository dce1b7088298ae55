import { parentPort } from 'node:worker_threads';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../../shared/infrastructure/runtime/thread-priority.js';
import { MAX_PASSAGES, type SplitRequest } from '../domain/passage.js';
import { splitIntoPassages } from '../domain/split-into-passages.js';
import type { SplitReply } from './thread-passage-splitter.js';

lowerThreadPriority(BACKGROUND_STEPS);

function reply({ text, contentType, title, headings }: SplitRequest): SplitReply {
  const passages = splitIntoPassages(text, contentType, title, headings);
  return passages.length > MAX_PASSAGES ? { tooMany: passages.length } : { passages };
}

parentPort?.on('message', (request: SplitRequest) => parentPort?.postMessage(reply(request)));
