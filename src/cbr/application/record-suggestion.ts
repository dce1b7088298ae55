import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { CaseLogs, SuggestionLog } from '../domain/case-logs.js';
import { CaseTransaction } from '../domain/case-store.js';

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
