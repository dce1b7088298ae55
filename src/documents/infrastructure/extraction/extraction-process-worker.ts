import process from 'node:process';
import { Worker } from 'node:worker_threads';
import { EXTRACTION_LIMITS } from './extraction-limits.js';
import type { FileAnnouncement, ReaderMessage } from './extraction-task.js';

/**
 * The program of a reading process: a thread reads the files, and the main thread stays free to watch memory and processor time of the
 * whole process and to end it when the server is gone, also while a file keeps the thread busy.
 *   node extraction-process-worker.js URL_OF_THE_THREAD MEMORY_MB HEAP_MB CPU_LIMIT_MS
 */
const [threadUrl = '', memoryMb = '', heapMb = '', cpuLimitMs = ''] = process.argv.slice(2);
const MEMORY_BYTES = Number(memoryMb) * 1024 * 1024;

let coming: (FileAnnouncement & { readonly bytes: Uint8Array<ArrayBuffer>; filled: number }) | undefined;
/** Processor time of the process before the current file. */
let before: NodeJS.CpuUsage | undefined;
let isFailed = false;

function send(message: ReaderMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

/** Ends the process after its last message; another process replaces it. */
function fail(cause: 'memory' | 'time' | 'fault', detail: string): void {
  if (isFailed) return;
  isFailed = true;
  send({ kind: 'failed', cause, detail }, () => process.exit(1));
}

const thread = new Worker(new URL(threadUrl), {
  resourceLimits: {
    maxOldGenerationSizeMb: Number(heapMb),
    maxYoungGenerationSizeMb: EXTRACTION_LIMITS.newObjectsMb,
    stackSizeMb: EXTRACTION_LIMITS.stackMb,
  },
});
thread.on('message', (message: ReaderMessage) => {
  before = undefined;
  send(message);
});
thread.on('error', (error: unknown) => {
  const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  fail(isMemory ? 'memory' : 'fault', error instanceof Error ? (error.stack ?? error.message) : String(error));
});
thread.on('exit', () => fail('fault', 'The thread ended unexpectedly.'));

process.on('message', (announced: FileAnnouncement) => {
  coming = { ...announced, bytes: new Uint8Array(announced.size), filled: 0 };
});
process.stdin.on('data', (chunk: Buffer) => {
  if (coming === undefined) {
    fail('fault', 'Bytes came without a file.');
    return;
  }
  coming.bytes.set(chunk, coming.filled);
  coming.filled += chunk.length;
  if (coming.filled < coming.bytes.length) return;
  const { format, charset, name, bytes } = coming;
  coming = undefined;
  before = process.cpuUsage();
  thread.postMessage({ format, charset, name, bytes }, [bytes.buffer]);
});
// The server has ended, for any reason.
process.on('disconnect', () => process.exit());

setInterval(() => {
  if (process.memoryUsage.rss() > MEMORY_BYTES) fail('memory', 'The process exceeds its memory limit.');
  if (before === undefined) return;
  const { user, system } = process.cpuUsage(before);
  if (user + system > Number(cpuLimitMs) * 1000) fail('time', 'The file takes too much processor time.');
}, EXTRACTION_LIMITS.watchMs);
