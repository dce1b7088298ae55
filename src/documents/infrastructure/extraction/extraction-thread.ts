import { parentPort } from 'node:worker_threads';
import type { ExtractionReply, ExtractionTask, Progress, ReaderMessage } from './extraction-task.js';

/**
 * Reads the files that this thread receives, one at a time.
 * @param extract reads one file; an exception ends the thread
 */
export function serveFiles(extract: (task: ExtractionTask, progress: Progress) => Promise<ExtractionReply>): void {
  const post = (message: ReaderMessage): void => parentPort?.postMessage(message);
  parentPort?.on('message', (task: ExtractionTask) => {
    void extract(task, () => post({ kind: 'progress' })).then((reply) => post({ kind: 'reply', reply }));
  });
}
