import { AuditTrail } from '../../shared/domain/audit-trail.js';

/** Where `AUDIT_LOG=false`. */
export class NullAuditTrail extends AuditTrail {
  record(): Promise<boolean> {
    return Promise.resolve(true);
  }
}
