import { Injectable } from '@nestjs/common';
import { SearchPassages } from '../../search/application/search-passages.js';
import { passageHeading } from '../../search/domain/indexed-passage.js';
import { EvidenceText, EvidenceQuery, EvidenceSource } from '../domain/fact-check.js';

/** Number of passages for a claim; the deciding one is among the first few or does not exist. */
const TOP_K = 8;

/** The search feature as the source of evidence. */
@Injectable()
export class SearchEvidenceSource extends EvidenceSource {
  constructor(private readonly searchPassages: SearchPassages) {
    super();
  }

  async find({ text, filter, asOf }: EvidenceQuery, signal: AbortSignal): Promise<readonly EvidenceText[]> {
    const { hits } = await this.searchPassages.search({
      query: text,
      topK: TOP_K,
      mode: 'hybrid',
      rerank: true,
      scope: { filter, asOf },
      signal,
    });
    return hits.map(({ passage }) => ({
      id: passage.documentId,
      chunkId: passage.chunkId,
      text: passage.text,
      offset: passage.start,
      heading: passageHeading(passage.title, passage.section),
    }));
  }
}
