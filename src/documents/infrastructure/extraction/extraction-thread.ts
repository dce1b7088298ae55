import { parentPort } from 'node:worker_threads';
import type { ExtractionReply, ExtractionTask, Progress, ReaderMessage } from './extraction-task.js';

/** Answers the files that come to this thread, one at a time. @param extract reads one file; what it throws ends the thread */
export function serveFiles(extract: (task: ExtractionTask, progress: Progress) => Promise<ExtractionReply>): void {
  const post = (message: ReaderMessage): void => parentPort?.postMessage(message);
  parentPort?.on('message', (task: ExtractionTask) => {
    void extract(task, () => post({ kind: 'progress' })).then((reply) => post({ kind: 'reply', reply }));
  });
}
