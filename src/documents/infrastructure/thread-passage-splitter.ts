import { Worker } from 'node:worker_threads';
import { Injectable, Logger } from '@nestjs/common';
import { Bulkhead } from '../../shared/domain/bulkhead.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { type Passage, assertPassages, PassageSplitter, SplitRequest } from '../domain/passage.js';
import { splitIntoPassages } from '../domain/split-into-passages.js';

/** UTF-16 units up to which a text is split in this thread: some milliseconds, less than the start of a thread. */
const IN_PLACE_LENGTH = 100_000;
/** Two long texts at once. */
const THREADS = 2;
/** Heap of a thread in MiB: the longest text with the most passages takes a third. */
const HEAP_MB = 512;

/** The result of the thread: the passages, or their number if they are too many. */
export type SplitReply = { readonly passages: readonly Passage[] } | { readonly tooMany: number };

/** Splits long texts in separate threads, short ones in this thread. */
@Injectable()
export class ThreadPassageSplitter extends PassageSplitter {
  private readonly logger = new Logger(ThreadPassageSplitter.name);
  private readonly bulkhead = new Bulkhead(THREADS);

  override async split(request: SplitRequest): Promise<readonly Passage[]> {
    const { text, contentType, title, headings } = request;
    if (text.length <= IN_PLACE_LENGTH) return splitIntoPassages(text, contentType, title, headings);
    const reply = await this.bulkhead.run(() => this.inThread(request));
    if ('passages' in reply) return reply.passages;
    assertPassages(reply.tooMany);
    return [];
  }

  private inThread(request: SplitRequest): Promise<SplitReply> {
    const thread = new Worker(new URL('./passage-splitter-worker.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    thread.postMessage(request);
    return new Promise((resolve, reject) => {
      thread.once('message', (reply: SplitReply) => {
        resolve(reply);
        void thread.terminate();
      });
      thread.once('error', (error: unknown) => {
        this.logger.warn(`A text crashed the splitter thread: ${String(error)}`);
        reject(
          new InvalidInputError([
            { pointer: '/text', detail: 'cannot be cut into passages; split it and store the parts' },
          ]),
        );
      });
      thread.once('exit', () => reject(new Error('The thread that splits texts into passages ended unexpectedly.')));
    });
  }
}
