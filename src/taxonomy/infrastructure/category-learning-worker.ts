import { parentPort, workerData } from 'node:worker_threads';
import { BACKGROUND_STEPS, standBehind } from '../../shared/infrastructure/thread-priority.js';
import { learn } from '../domain/category-classifier.js';
import type { LabelledRows } from '../domain/kernel-ridge.js';

standBehind(BACKGROUND_STEPS);
const data: LabelledRows = workerData;
const coefficients = learn(data);
parentPort?.postMessage(coefficients);
