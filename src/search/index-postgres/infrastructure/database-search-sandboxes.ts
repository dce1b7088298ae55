import { QuestionVectors } from '../../embedding/application/question-vectors.js';
import { CachedRanking } from '../../ranking/application/cached-ranking.js';
import { RerankByModel } from '../../rerank/application/rerank-by-model.js';
import { SearchPassages, SearchSandbox, SearchSandboxes } from '../../application/search-passages.js';
import { NoSpans } from '../../../shared/domain/spans.js';
import { IndexVersion } from '../../domain/indexed-passage.js';
import { SearchSettings } from '../../ranking/domain/search-settings.js';
import { DatabaseRanking, DatabaseSearch } from './database-ranking.js';

/** The trace of a request does not contain trials. */
const NO_SPANS = new NoSpans();

/** Each sandbox ranks with its own settings over the same database; it costs only its searches. */
export class DatabaseSearchSandboxes extends SearchSandboxes {
  constructor(
    private readonly search: DatabaseSearch,
    private readonly version: IndexVersion,
    private readonly vectors: QuestionVectors,
    private readonly reranker: RerankByModel,
  ) {
    super();
  }

  open(settings: SearchSettings): Promise<SearchSandbox> {
    const ranking = new DatabaseRanking(this.search, settings);
    const passages = new SearchPassages(
      new CachedRanking(ranking, this.version),
      this.vectors,
      this.reranker,
      NO_SPANS,
    );
    let inUse = JSON.stringify(settings);
    return Promise.resolve({
      passages,
      use: (wanted) => {
        const text = JSON.stringify(wanted);
        // Equal settings keep the cache.
        if (text !== inUse) ranking.use(wanted);
        inUse = text;
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    });
  }
}
