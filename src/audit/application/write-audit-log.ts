import { Injectable, Logger } from '@nestjs/common';
import { AuditedAction, AuditTrail, Redaction } from '../../shared/domain/audit-trail.js';
import { Clock, daysBefore } from '../../shared/domain/clock.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { AuditLog, CurrentRequest } from '../domain/audit-log.js';

/** Writes an audit entry: adds the caller and redacts personal data. */
@Injectable()
export class RecordAction extends AuditTrail {
  private readonly logger = new Logger('audit');

  constructor(
    private readonly log: AuditLog,
    private readonly request: CurrentRequest,
    private readonly redaction: Redaction,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record({ action, question, shown, detail, caller }: AuditedAction): Promise<boolean> {
    const facts = this.request.read();
    if (facts === undefined) return true;
    const entry = {
      ...facts,
      caller: caller ?? facts.caller,
      at: this.clock.now().toISOString(),
      action,
      question: question === null ? null : this.redaction.apply(question),
      shown,
      detail,
    };
    try {
      await this.log.append(entry);
      return true;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.logger.error({ err: error, request_id: facts.requestId, action }, 'failed to write the audit entry');
      return false;
    }
  }
}

/** Retention period. */
export abstract class AuditRetention {
  /** Days; 0 keeps entries for ever. */
  abstract readonly days: number;
}

/** Removes entries past their retention period. */
@Injectable()
export class ApplyRetention {
  constructor(
    private readonly log: AuditLog,
    private readonly retention: AuditRetention,
    private readonly clock: Clock,
  ) {}

  /** @returns the number of removed entries */
  async apply(): Promise<number> {
    if (this.retention.days === 0) return 0;
    return this.log.removeBefore(daysBefore(this.clock.now(), this.retention.days));
  }
}
