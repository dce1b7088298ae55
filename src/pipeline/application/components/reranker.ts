import { ComponentReport, Next, PipelineComponent } from '../../domain/component.js';
import { RetrievalPlan, RetrievedEvidence } from '../../domain/retrieval-plan.js';

/** Orders passages by their relevance: built-in features, or the configured model. Off: the order of the fusion does not change. */
export class RelevanceReranker extends PipelineComponent<RetrievalPlan, RetrievedEvidence> {
  readonly name = 'reranker';

  override bypass(plan: RetrievalPlan, next: Next<RetrievalPlan, RetrievedEvidence>): Promise<RetrievedEvidence> {
    return next({ ...plan, rerank: false });
  }

  async run(
    plan: RetrievalPlan,
    next: Next<RetrievalPlan, RetrievedEvidence>,
  ): Promise<ComponentReport<RetrievedEvidence>> {
    const result = await next({ ...plan, rerank: true });
    const { fusedOrder, rerankedBy, rerankTimeMs } = result.search;
    const order = result.evidence.map((e) => e.chunkId);
    const moved = order.filter((chunkId, i) => fusedOrder[i] !== chunkId).length;
    return {
      result,
      fired: order.length > 0,
      input: { passages: fusedOrder },
      output: { passages: order, by: rerankedBy ?? null },
      effect:
        order.length === 0
          ? 'nothing to order'
          : `ordered by ${rerankedBy ?? 'the fusion'}: ${moved} of the ${order.length} best have another rank than the fusion gave them`,
      tookMs: rerankTimeMs,
    };
  }
}
