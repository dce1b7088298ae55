import { CaseBaseState } from '../application/read-case-statistics.js';
import { describeSuggestion } from '../application/find-similar-cases.js';
import { Suggestion } from '../application/suggest-cases.js';
import { ImportOutcome } from '../application/import-cases.js';
import { Case, CaseChanges } from '../domain/case.js';
import { CaseLog } from '../domain/case-logs.js';
import { Rating } from '../domain/feedback.js';
import { SelectorState } from '../domain/selector/case-selector.js';
import { CaseDto, CaseSuggestionsDto, ImportedCasesDto } from './case-answer.dto.js';
import { CaseFeedbackDto, UpdateCaseDto } from './case-request.dto.js';
import { CaseLogDto, CaseStatisticsDto, SelectorDto } from './case-statistics.dto.js';
import { isCategoryPath } from '../../shared/domain/category-path.js';

export function toCaseDto(one: Case): CaseDto {
  return {
    case_id: one.caseId,
    query: one.query,
    category_path: [...one.categoryPath],
    content: one.content,
    quality_score: one.qualityScore,
    metadata: { ...one.metadata },
    usage_count: one.usageCount,
    success_rate: one.successRate,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    ...(one.isWithheld === true ? { withheld: true } : {}),
    ...(one.isOutdated === true ? { outdated: true } : {}),
  };
}

export function toSuggestionsDto(
  found: Suggestion,
  asked: { readonly query: string; readonly k: number; readonly includeMetadata: boolean },
): CaseSuggestionsDto {
  return {
    log_id: found.logId,
    suggestions: found.cases.map((similar) => ({
      ...describeSuggestion(similar),
      ...(asked.includeMetadata ? {} : { metadata: {} }),
    })),
    execution_time_ms: found.executionTimeMs,
    query: asked.query,
    k_requested: asked.k,
    k_returned: found.cases.length,
    similarity_method: found.method,
    ranked_by: found.rankedBy,
    degraded: [...found.degraded],
  };
}

/** The fields of the request; validation has rejected null. */
export function toChanges(body: UpdateCaseDto): CaseChanges {
  return {
    ...(body.query === undefined ? {} : { query: body.query }),
    ...(body.category_path === undefined ? {} : { categoryPath: body.category_path }),
    ...(body.content === undefined ? {} : { content: body.content }),
    ...(body.quality_score === undefined ? {} : { qualityScore: body.quality_score }),
    ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
  };
}

/** `feedback` and `feedback_type` are one field; validation guarantees one of them. */
export function toRating(body: CaseFeedbackDto): Rating {
  const feedback = body.feedback ?? body.feedback_type ?? 'ignored';
  return { feedback, success: body.success ?? (feedback === 'ignored' ? null : true) };
}

export function toLogDto(log: CaseLog): CaseLogDto {
  return {
    log_id: log.logId,
    timestamp: log.timestamp,
    query: log.query,
    category_path: log.categoryPath === null ? null : [...log.categoryPath],
    suggested_case_ids: [...log.suggestedCaseIds],
    picked_case_ids: [...log.pickedCaseIds],
    success_flag: log.successFlag,
    feedback: log.feedback,
    execution_time_ms: log.executionTimeMs,
    similarity_method: log.similarityMethod,
    user_id: log.userId,
  };
}

function toSelectorDto({ inUse, reason, fittedAt, heldOut }: SelectorState): SelectorDto {
  return {
    in_use: inUse,
    reason,
    fitted_at: fittedAt,
    held_out:
      heldOut === null
        ? null
        : {
            suggestions: heldOut.logs,
            similarity: heldOut.similarity,
            learned: heldOut.learned,
            difference_ci95: [...heldOut.difference95],
          },
  };
}

export function toStatisticsDto(state: CaseBaseState): CaseStatisticsDto {
  const { counts, readiness } = state;
  return {
    cbr_system_stats: {
      total_cases: counts.cases,
      total_interactions: counts.rated,
      total_suggestions: state.suggestions,
      successful_interactions: counts.successful,
      success_rate: state.successRate,
      average_response_time_ms: state.averageResponseMs,
      average_quality_score: counts.averageQuality,
      total_usage_count: counts.totalUsage,
      most_used_case:
        counts.mostUsed === null ? null : { case_id: counts.mostUsed.caseId, usage_count: counts.mostUsed.usageCount },
      category_distribution: counts.categories.map(({ path, cases }) => ({ category_path: [...path], count: cases })),
      similarity_method_usage: Object.fromEntries(counts.suggestions.map((used) => [used.method, used.suggestions])),
    },
    total_interactions: counts.rated,
    success_rate: state.successRate,
    neural_selector_ready: readiness.ready,
    neural_selector_readiness: {
      total_interactions: readiness.totalInteractions,
      sufficient_data: readiness.sufficientData,
      success_rate: readiness.successRate,
      ready: readiness.ready,
    },
    selector: toSelectorDto(state.selector),
    performance: {
      average_response_time_ms: state.averageResponseMs,
      p95_response_time_ms: state.p95ResponseMs,
      ...(state.cacheHitRate === undefined ? {} : { cache_hit_rate: state.cacheHitRate }),
    },
  };
}

export function toImportedDto(outcome: ImportOutcome): ImportedCasesDto {
  return {
    imported: outcome.imported,
    unchanged: outcome.unchanged,
    failed: outcome.failed,
    errors: outcome.errors.map(({ line, caseId, detail }) => ({
      line,
      ...(caseId === undefined ? {} : { case_id: caseId }),
      detail,
    })),
  };
}

/** Reads `?category=`, a validated category path as JSON; undefined without it. */
export function readCategoryParameter(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const path: unknown = JSON.parse(text);
  return isCategoryPath(path) ? path : undefined;
}
