import { Injectable } from '@nestjs/common';
import { Redaction } from '../../shared/domain/audit-trail.js';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { CaseLog, CaseLogs } from '../domain/case-logs.js';
import { ReadCases } from './read-cases.js';

/** Who reads the logs of a case. */
export interface LogReader {
  readonly id: string;
  readonly filter: CategoryFilter;
  /** Reads the logs of every key. */
  readonly isAdministrator: boolean;
}

/** Suggestions of one case: the caller's own, and those of every key for an administrator of the whole service. */
@Injectable()
export class ReadCaseLogs {
  constructor(
    private readonly cases: ReadCases,
    private readonly logs: CaseLogs,
    private readonly redaction: Redaction,
  ) {}

  /** Newest first; questions of other keys without personal data. @throws NotFoundError for a case outside the filter */
  async ofCase(
    caseId: string,
    { id, filter, isAdministrator }: LogReader,
    limit: number,
  ): Promise<{ readonly logs: readonly CaseLog[]; readonly total: number }> {
    const one = await this.cases.one(caseId, filter);
    const userId = isAdministrator ? undefined : id;
    const { logs, total } = await this.logs.ofCase({ caseId: one.caseId, userId, filter, limit });
    const shown = logs.map((log) => (log.userId === id ? log : { ...log, query: this.redaction.apply(log.query) }));
    return { logs: shown, total };
  }
}
