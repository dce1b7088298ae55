import { allowedList, groupList } from '../../../shared/domain/category-filter.js';
import { ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';
import { rounded } from '../../domain/trace.js';

/** Lexical and vector search, fused. Off: lexical search only (BM25). */
export class HybridSearch extends PipelineComponent<RetrievalPlan, RetrievedEvidence> {
  readonly name = 'hybrid_search';

  override bypass(plan: RetrievalPlan, next: Next<RetrievalPlan, RetrievedEvidence>): Promise<RetrievedEvidence> {
    return next({ ...plan, hybrid: false });
  }

  async run(
    plan: RetrievalPlan,
    next: Next<RetrievalPlan, RetrievedEvidence>,
  ): Promise<ComponentReport<RetrievedEvidence>> {
    const result = await next({ ...plan, hybrid: true });
    const { bm25Candidates, vectorCandidates, paraphrases = [], totalTimeMs, rerankTimeMs } = result.search;
    const passages = result.evidence.map((e) => ({ chunk_id: e.chunkId, score: rounded(e.score) }));
    const { filter } = plan.request;
    const isDegraded = result.degraded.includes('embedding');
    return {
      result,
      fired: !isDegraded,
      input: {
        question: result.question ?? plan.analysed.question,
        beside: plan.beside ?? null,
        allowed_categories: allowedList(filter),
        groups: groupList(filter),
      },
      output: { bm25_candidates: bm25Candidates, vector_candidates: vectorCandidates, paraphrases, passages },
      effect: isDegraded
        ? `${passages.length} passages by words alone: the embedding was unavailable`
        : `${passages.length} passages by words and vectors`,
      tookMs: totalTimeMs - rerankTimeMs,
    };
  }
}
