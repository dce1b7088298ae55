import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { SearchPassages } from '../../search/application/search-passages.js';
import { Clock, today } from '../../shared/domain/clock.js';
import { Neighbourhood, SimilarPassages, SimilarPassagesRequest } from '../domain/similar-passages.js';

/** Finds neighbours with the search feature, among the documents that are in force today. */
@Injectable()
export class SearchSimilarPassages extends SimilarPassages {
  constructor(
    private readonly searchPassages: SearchPassages,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find({ text, filter, limit, signal }: SimilarPassagesRequest): Promise<Neighbourhood> {
    // A classification sends many queries in a row: between them other requests run, and a disconnect of the client is noticed.
    await setImmediate();
    const { hits, degraded } = await this.searchPassages.search({
      query: text,
      topK: limit,
      mode: 'hybrid',
      rerank: false,
      synonyms: false,
      scope: { filter, asOf: today(this.clock) },
      ...(signal === undefined ? {} : { signal }),
    });
    const passages = hits.map(({ passage }) => ({
      chunkId: passage.chunkId,
      title: passage.title,
      text: passage.text,
      canonicalPath: passage.canonicalPath,
    }));
    return { passages, degraded };
  }
}
