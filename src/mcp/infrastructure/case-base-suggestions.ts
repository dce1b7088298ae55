import { Injectable } from '@nestjs/common';
import { SimilarCase } from '../../cbr/application/find-similar-cases.js';
import { Environment } from '../../config/environment.js';
import { SuggestForCaller } from '../../cbr/application/suggest-cases.js';
import { CaseQuestion, CaseSuggestions, SuggestedCases } from '../domain/tool-sources.js';

function describeCase({ one, similarity }: SimilarCase): Readonly<Record<string, unknown>> {
  return {
    case_id: one.caseId,
    query: one.query,
    category_path: [...one.categoryPath],
    content: one.content,
    similarity_score: similarity,
    quality_score: one.qualityScore,
    metadata: { ...one.metadata },
    usage_count: one.usageCount,
  };
}

/** Adapter of the case base for the tool `suggest_cases`. If the case base is switched off, the result says so. */
@Injectable()
export class CaseBaseSuggestions extends CaseSuggestions {
  constructor(
    private readonly suggestForCaller: SuggestForCaller,
    private readonly environment: Environment,
  ) {
    super();
  }

  async suggest({ query, k, owner, filter }: CaseQuestion, signal: AbortSignal): Promise<SuggestedCases> {
    if (!this.environment.CBR_ENABLED)
      return { available: false, reason: 'CBR system is not enabled; use the tools search and ask.' };
    const found = await this.suggestForCaller.suggest(
      // TF-IDF weighs rare words more than common ones, in both languages, for any embedding.
      { query, filter, category: undefined, k, method: 'tfidf_cosine', minQuality: 0, rankBy: 'selector' },
      owner,
      signal,
    );
    return { available: true, logId: found.logId, suggestions: found.cases.map(describeCase) };
  }
}
