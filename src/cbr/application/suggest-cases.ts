import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { FindRequest, SimilarCase, SimilarCases } from './find-similar-cases.js';
import { RecallCases } from './recall-cases.js';
import { ShowCases } from './show-cases.js';
import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { CaseLogs, SuggestionLog } from '../domain/case-logs.js';
import { CaseTransaction } from '../domain/case-store.js';
import { AuditTrail } from '../../shared/domain/audit-trail.js';

/** Stores a suggestion, so that feedback can refer to it. */
@Injectable()
export class RecordSuggestion {
  constructor(
    private readonly logs: CaseLogs,
    private readonly transaction: CaseTransaction,
    private readonly ids: IdGenerator,
    private readonly clock: Clock,
  ) {}

  /** @returns the id of the log */
  async record(suggestion: Omit<SuggestionLog, 'logId' | 'timestamp'>): Promise<string> {
    const logId = this.ids.next('log');
    await this.transaction.run(() =>
      this.logs.record({ ...suggestion, logId, timestamp: this.clock.now().toISOString() }),
    );
    return logId;
  }
}

export interface Suggestion extends SimilarCases {
  readonly logId: string;
  /** Search without writing the log; 0 for a caller who sees a part, since the time depends on what is hidden from him. */
  readonly executionTimeMs: number;
}

/**
 * Suggests cases that resemble a question (retrieve), and logs the suggestion.
 * @example import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
 *
 * const { cases, method } = await suggestCases.suggest(
 *   {
 *     query: 'Can I extend my leave?',
 *     filter: UNRESTRICTED,
 *     category: undefined,
 *     k: 3,
 *     method: 'tfidf_cosine',
 *     minQuality: 0.5,
 *     rankBy: 'similarity',
 *   },
 *   'key_1',
 * );
 */
@Injectable()
export class SuggestCases {
  constructor(
    private readonly recall: RecallCases,
    private readonly record: RecordSuggestion,
    private readonly showCases: ShowCases,
  ) {}

  /** @param userId the calling key, which owns the log */
  async suggest(request: FindRequest, userId: string, signal?: AbortSignal): Promise<Suggestion> {
    const started = performance.now();
    const found = await this.shown(request, signal);
    const executionTimeMs = request.filter.kind === 'unrestricted' ? performance.now() - started : 0;
    const logId = await this.record.record({
      query: request.query,
      categoryPath: request.category ?? null,
      suggested: found.cases.map(({ one, features }) => ({ caseId: one.caseId, features })),
      executionTimeMs,
      similarityMethod: found.method,
      userId,
    });
    return { ...found, logId, executionTimeMs };
  }

  /**
   * Cases that are withheld from the caller are not suggested: the next ones replace them. They are checked after the
   * cache, since a document may change while the case base does not.
   */
  private async shown(request: FindRequest, signal: AbortSignal | undefined): Promise<SimilarCases> {
    // As many are compared for a caller who sees a part, whether some of them are withheld or not.
    for (let k = request.filter.kind === 'unrestricted' ? request.k : 4 * request.k; ; k *= 4) {
      const found = await this.recall.recall({ ...request, k }, signal);
      const cases = await this.visible(found.cases, request.filter);
      if (cases.length >= request.k || found.cases.length < k) return { ...found, cases: cases.slice(0, request.k) };
    }
  }

  private async visible(cases: readonly SimilarCase[], filter: CategoryFilter): Promise<SimilarCase[]> {
    const shown = await this.showCases.show(
      cases.map(({ one }) => one),
      filter,
    );
    return cases.flatMap((similar, i) => {
      const one = shown[i];
      return one === undefined || one.isWithheld === true || one.isOutdated === true ? [] : [{ ...similar, one }];
    });
  }
}

/** Suggestions for a caller, with an entry in the audit log. */
@Injectable()
export class SuggestForCaller {
  constructor(
    private readonly suggestCases: SuggestCases,
    private readonly audit: AuditTrail,
  ) {}

  /** @param userId the calling key, which owns the log */
  async suggest(request: FindRequest, userId: string, signal?: AbortSignal): Promise<Suggestion> {
    const suggestion = await this.suggestCases.suggest(request, userId, signal);
    const shown = suggestion.cases.map(({ one }) => ({ id: one.caseId, passages: [] }));
    await this.audit.record({ action: 'suggest_cases', question: request.query, shown, detail: suggestion.logId });
    return suggestion;
  }
}
