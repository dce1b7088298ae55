import { Injectable } from '@nestjs/common';
import { AuditedAction, AuditTrail } from '../../shared/domain/audit-trail.js';
import { Clock } from '../../shared/domain/clock.js';
import { AuditLog, CurrentRequest, Redaction } from '../domain/audit-log.js';

/** Adds who asked to what happened, takes personal data out, and writes it down. */
@Injectable()
export class RecordAction extends AuditTrail {
  constructor(
    private readonly log: AuditLog,
    private readonly request: CurrentRequest,
    private readonly redaction: Redaction,
    private readonly clock: Clock,
  ) {
    super();
  }

  async record({ action, question, shown, detail, caller }: AuditedAction): Promise<void> {
    const facts = this.request.read();
    if (facts === undefined) return;
    await this.log.append({
      ...facts,
      caller: caller ?? facts.caller,
      at: this.clock.now().toISOString(),
      action,
      question: question === null ? null : this.redaction.apply(question),
      shown,
      detail,
    });
  }
}
