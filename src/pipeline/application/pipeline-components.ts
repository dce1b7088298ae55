import { Injectable } from '@nestjs/common';
import { AnalysedMessage, AnalysisPlan } from '../domain/analysed-message.js';
import { PipelineComponent } from '../domain/component.js';
import { Composition, CompositionDraft } from '../domain/composition.js';
import { RetrievalPlan, RetrievedEvidence } from '../domain/retrieval-plan.js';
import { CorrectiveRag } from './components/corrective-rag.js';
import { DynamicQueryExpansion } from './components/dynamic-query-expansion.js';
import { FactCheck } from './components/fact-check.js';
import { HybridSearch } from './components/hybrid-search.js';
import { Hyde } from './components/hyde.js';
import { QueryAnalyzer } from './components/query-analyzer.js';
import { RelevanceReranker } from './components/reranker.js';
import { SelfRag } from './components/self-rag.js';

/** The eight components by the part of the pipeline that they wrap; the first of a part is the outermost. */
@Injectable()
export class PipelineComponents {
  readonly analysis: readonly PipelineComponent<AnalysisPlan, AnalysedMessage>[];
  /** Components that decide before the search are outside. The second retrieval keeps the hypothetical passage of the first. */
  readonly retrieval: readonly PipelineComponent<RetrievalPlan, RetrievedEvidence>[] = [
    new SelfRag(),
    new Hyde(),
    new CorrectiveRag(),
    new DynamicQueryExpansion(),
    new HybridSearch(),
    new RelevanceReranker(),
  ];
  readonly composition: readonly PipelineComponent<CompositionDraft, Composition>[];

  constructor(analyzer: QueryAnalyzer, factCheck: FactCheck) {
    this.analysis = [analyzer];
    this.composition = [factCheck];
  }
}
