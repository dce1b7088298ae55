import { Injectable } from '@nestjs/common';
import { MeaningSource, TextMeaning } from '../domain/static-embedding/text-meaning.js';
import { readStaticEmbedding } from './static-embedding-file.js';

/** Of a program several parts may run in one process, as in tests: all of them read the file once. */
let read: Promise<TextMeaning> | undefined;

/** The static embedding that comes with the program. */
@Injectable()
export class ShippedMeaning extends MeaningSource {
  load(): Promise<TextMeaning> {
    return (read ??= readStaticEmbedding());
  }
}
