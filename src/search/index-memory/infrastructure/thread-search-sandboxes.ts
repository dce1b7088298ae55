import { QuestionVectors } from '../../embedding/application/question-vectors.js';
import { CachedRanking } from '../../ranking/application/cached-ranking.js';
import { RerankByModel } from '../../rerank/application/rerank-by-model.js';
import { SearchPassages, SearchSandbox, SearchSandboxes } from '../../application/search-passages.js';
import { NoSpans } from '../../../shared/domain/spans.js';
import { IndexVersion } from '../../domain/indexed-passage.js';
import { SearchSettings } from '../../ranking/domain/search-settings.js';
import { snapshotPathOf } from './index-snapshot-file.js';
import { SearchThread } from './search-thread.js';

/** The trace of a request does not contain trials. */
const NO_SPANS = new NoSpans();

/** Each sandbox is a separate search thread over the same store. */
export class ThreadSearchSandboxes extends SearchSandboxes {
  constructor(
    private readonly store: { readonly file: string; readonly lexicon: readonly string[] },
    private readonly version: IndexVersion,
    private readonly vectors: QuestionVectors,
    private readonly reranker: RerankByModel,
  ) {
    super();
  }

  async open(settings: SearchSettings): Promise<SearchSandbox> {
    const { file, lexicon } = this.store;
    const image = { path: snapshotPathOf(file), isKept: false };
    const thread = await SearchThread.start(file, { settings, lexicon, image });
    const passages = new SearchPassages(new CachedRanking(thread, this.version), this.vectors, this.reranker, NO_SPANS);
    let inUse = JSON.stringify(settings);
    return {
      passages,
      async use(wanted) {
        const text = JSON.stringify(wanted);
        // Equal settings keep the cache.
        if (text === inUse) return;
        inUse = text;
        await thread.use(wanted);
      },
      close: () => thread.close(),
    };
  }
}
