import { parentPort, workerData } from 'node:worker_threads';
import { BACKGROUND_STEPS, standBehind } from '../../shared/infrastructure/thread-priority.js';
import { MAX_PASSAGES, type SplitRequest } from '../domain/passage-splitter.js';
import { splitIntoPassages } from '../domain/split-into-passages.js';
import type { SplitReply } from './thread-passage-splitter.js';

standBehind(BACKGROUND_STEPS);
const { text, contentType, title }: SplitRequest = workerData;
const passages = splitIntoPassages(text, contentType, title);
const reply: SplitReply = passages.length > MAX_PASSAGES ? { tooMany: passages.length } : { passages };
parentPort?.postMessage(reply);
