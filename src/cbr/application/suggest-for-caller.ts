import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../../shared/domain/audit-trail.js';
import { FindRequest } from './find-similar-cases.js';
import { SuggestCases, Suggestion } from './suggest-cases.js';

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
