import { Injectable } from '@nestjs/common';
import { CaseLog, CaseLogs, LogQuery } from '../domain/case-logs.js';

/** A key's own suggestions with their feedback, newest first. */
@Injectable()
export class ReadCaseLogs {
  constructor(private readonly logs: CaseLogs) {}

  read(query: LogQuery): Promise<{ readonly logs: readonly CaseLog[]; readonly total: number }> {
    return this.logs.list(query);
  }
}
