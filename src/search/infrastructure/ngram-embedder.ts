import { Injectable } from '@nestjs/common';
import { embedNgrams, NGRAM_DIMENSIONS, NGRAM_MODEL } from '../domain/ngram-embedding.js';
import { Embedder } from '../domain/search-index.js';

/** The embedding that is always there: hashed character n-grams, in process, no download. */
@Injectable()
export class NgramEmbedder extends Embedder {
  readonly model = NGRAM_MODEL;
  readonly dimensions = NGRAM_DIMENSIONS;

  embed(texts: readonly string[]): Promise<Float32Array[]> {
    return Promise.resolve(texts.map(embedNgrams));
  }
}
