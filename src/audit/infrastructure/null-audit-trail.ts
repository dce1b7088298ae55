import { AuditTrail } from '../../shared/domain/audit-trail.js';

/** Audit trail for `AUDIT_LOG=false`: records nothing. */
export class NullAuditTrail extends AuditTrail {
  record(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
