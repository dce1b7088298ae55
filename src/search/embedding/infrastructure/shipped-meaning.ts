import { Injectable } from '@nestjs/common';
import { MeaningSource, TextMeaning } from '../domain/static-embedding/text-meaning.js';
import { readStaticEmbedding } from './static-embedding-file.js';

/** Several instances of the program may run in one process, as in tests: they share one read of the file. */
let read: Promise<TextMeaning> | undefined;

/** The static embedding that comes with the program. */
@Injectable()
export class ShippedMeaning extends MeaningSource {
  load(): Promise<TextMeaning> {
    return (read ??= readStaticEmbedding());
  }
}
