import { parentPort } from 'node:worker_threads';
import type { ExtractionReply, ExtractionTask, ReaderMessage } from './extraction-task.js';

/**
 * Reads the files that this thread receives, one at a time.
 * @param extract reads one file; an exception ends the thread
 */
export function serveFiles(extract: (task: ExtractionTask) => Promise<ExtractionReply>): void {
  parentPort?.on('message', (task: ExtractionTask) => {
    void extract(task).then((reply) => parentPort?.postMessage({ kind: 'reply', reply } satisfies ReaderMessage));
  });
}

/**
 * Rejects byte arrays above a size in this thread, by replacing the global `Uint8Array` with one that checks the size.
 * The PDF reader inflates a compressed stream into one growing array without a limit, so 50 MB of deflate can request 50 GB. Typed arrays
 * are outside the heap that `resourceLimits` limits. Only for a thread that does nothing but read files.
 */
export function limitByteArrays(maxBytes: number): void {
  const native = globalThis.Uint8Array;
  const limited = new Proxy(native, {
    construct(target, args: unknown[], newTarget): object {
      const [size] = args;
      if (typeof size === 'number' && size > maxBytes)
        throw new RangeError(`an array of ${size} bytes is over the limit of ${maxBytes}`);
      const created: unknown = Reflect.construct(target, args, newTarget === limited ? target : newTarget);
      if (typeof created !== 'object' || created === null) throw new TypeError('no array was made');
      return created;
    },
  });
  globalThis.Uint8Array = limited;
}

/**
 * Rejects regular expressions with a source above a length in this thread, by replacing the global `RegExp`; literals stay as they are.
 * The PDF reader makes one of the whole text that a form field shows, to compare it with the value: 4 s for 140,000 characters. Without
 * it the field keeps that text. Only for a thread that does nothing but read files.
 */
export function limitExpressions(maxLength: number): void {
  const native = globalThis.RegExp;
  const checked = (args: readonly unknown[]): void => {
    const [source] = args;
    if (typeof source === 'string' && source.length > maxLength)
      throw new RangeError(`a regular expression of ${source.length} characters is over the limit of ${maxLength}`);
  };
  globalThis.RegExp = new Proxy(native, {
    apply(target, receiver, args: unknown[]): unknown {
      checked(args);
      return Reflect.apply(target, receiver, args);
    },
    construct(target, args: unknown[], newTarget): object {
      checked(args);
      const created: unknown = Reflect.construct(target, args, newTarget);
      if (typeof created !== 'object' || created === null) throw new TypeError('no expression was made');
      return created;
    },
  });
}
