import { Injectable } from '@nestjs/common';
import { SearchPassages } from '../../search/application/search-passages.js';
import { Clock, isoDay } from '../../shared/domain/clock.js';
import { FoundPassages, PassageQuestion, PassageSearch } from '../domain/passage-search.js';

/** The search feature behind the tool `search`. */
@Injectable()
export class SearchPassagesDoor extends PassageSearch {
  constructor(
    private readonly searchPassages: SearchPassages,
    private readonly clock: Clock,
  ) {
    super();
  }

  async search({ query, topK, depth, filter }: PassageQuestion, signal: AbortSignal): Promise<FoundPassages> {
    const { hits, degraded } = await this.searchPassages.execute({
      query,
      topK,
      depth,
      mode: 'hybrid',
      rerank: true,
      scope: { filter, asOf: isoDay(this.clock.now()) },
      signal,
    });
    const passages = hits.map(({ passage, relevance }) => ({
      chunkId: passage.chunkId,
      documentId: passage.documentId,
      title: passage.title,
      section: passage.section,
      url: passage.url,
      canonicalPath: passage.canonicalPath,
      text: passage.text,
      start: passage.start,
      end: passage.end,
      score: relevance.score,
    }));
    return { passages, degraded };
  }
}
