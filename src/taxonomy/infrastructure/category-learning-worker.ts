import { parentPort } from 'node:worker_threads';
import { BACKGROUND_STEPS, lowerThreadPriority } from '../../shared/infrastructure/runtime/thread-priority.js';
import { learn } from '../domain/category-classifier.js';
import type { LabelledRows } from '../domain/kernel-ridge.js';

lowerThreadPriority(BACKGROUND_STEPS);
parentPort?.on('message', (data: LabelledRows) => parentPort?.postMessage(learn(data)));
