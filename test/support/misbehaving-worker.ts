import { serveFiles } from '../../src/documents/infrastructure/extraction/extraction-thread.js';
import type { ExtractionReply } from '../../src/documents/infrastructure/extraction/extraction-task.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const kept: Uint8Array[] = [];

/** Replaces the reader of the extraction pool: the first byte of the file selects its behaviour. */
const MODES: Readonly<Record<string, () => unknown>> = {
  l: () => {
    for (;;);
  },
  x: () => process.exit(7),
  t: () => {
    throw new TypeError('a fault of the reader');
  },
  m: () => {
    const hoard: number[][] = [];
    for (;;) hoard.push(Array.from({ length: 10_000 }, (_, index) => index + 0.5));
  },
  /** Byte arrays are outside of the heap. */
  b: async () => {
    const hoard: Uint8Array[] = [];
    for (;;) {
      hoard.push(new Uint8Array(1_000_000).fill(hoard.length));
      await pause(1);
    }
  },
  /** Keeps 110 MB for the files after it, as a parser does with its tables. */
  k: () => {
    kept.push(new Uint8Array(110_000_000).fill(1));
  },
  e: () => {
    setTimeout(() => {
      throw new Error('a fault after the reply');
    }, 20);
  },
  s: () => pause(300),
  /** Computes for 700 ms of processor time. */
  c: () => {
    const before = process.cpuUsage();
    const spent = () => process.cpuUsage(before);
    // Asking for the time is work of the system, which counts too.
    for (let { user, system } = spent(); user + system < 700_000;) ({ user, system } = spent());
  },
  /** Waits for something that never comes, without computing. */
  w: () => pause(100_000),
};

serveFiles(async ({ bytes }): Promise<ExtractionReply> => {
  const mode = String.fromCharCode(bytes[0] ?? 0);
  await MODES[mode]?.();
  const text =
    mode === 'v' ? JSON.stringify({ env: Object.keys(process.env), pid: process.pid }) : String(bytes.length);
  return { status: 'done', text, headings: [], title: undefined };
});
