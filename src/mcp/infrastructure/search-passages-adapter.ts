import { Injectable } from '@nestjs/common';
import { SearchForCaller } from '../../search/application/search-for-caller.js';
import { FoundPassages, PassageQuestion, PassageSearch } from '../domain/tool-sources.js';

/** Adapter of the search feature for the tool `search`. */
@Injectable()
export class SearchPassagesAdapter extends PassageSearch {
  constructor(private readonly searchForCaller: SearchForCaller) {
    super();
  }

  async search({ query, topK, depth, filter }: PassageQuestion, signal: AbortSignal): Promise<FoundPassages> {
    const { hits, degraded } = await this.searchForCaller.searchForCaller({
      query,
      topK,
      depth,
      mode: 'hybrid',
      rerank: true,
      filter,
      asOf: undefined,
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
