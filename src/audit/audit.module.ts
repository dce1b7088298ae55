import { Global, Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { AuditTrail, NullAuditTrail, Redaction } from '../shared/domain/audit-trail.js';
import { configurationFile } from '../shared/infrastructure/configuration-folders.js';
import { byStore } from '../shared/infrastructure/database/by-store.js';
import { ReadAuditLog } from './application/read-audit-log.js';
import { RecordAction, AuditRetention, ApplyRetention } from './application/write-audit-log.js';
import { AuditLog, CurrentRequest, Digest } from './domain/audit-log.js';
import { FileRedaction } from './infrastructure/file-redaction.js';
import { PostgresAuditLog } from './infrastructure/postgres-audit-log.js';
import { RetentionMaintenance } from './infrastructure/retention-maintenance.js';
import { Sha256Digest } from './infrastructure/sha256-digest.js';
import { SqliteAuditLog } from './infrastructure/sqlite-audit-log.js';
import { AuditController } from './interface/audit.controller.js';
import { HttpCurrentRequest } from './interface/http-current-request.js';

/** Records who asked what, under which filter, and what was shown. */
@Global()
@Module({
  controllers: [AuditController],
  providers: [
    RecordAction,
    ReadAuditLog,
    ApplyRetention,
    RetentionMaintenance,
    {
      provide: AuditTrail,
      inject: [Environment, RecordAction],
      useFactory: ({ AUDIT_LOG }: Environment, recording: RecordAction) =>
        AUDIT_LOG ? recording : new NullAuditTrail(),
    },
    {
      provide: AuditRetention,
      inject: [Environment],
      useFactory: (environment: Environment): AuditRetention => ({ days: environment.AUDIT_RETENTION_DAYS }),
    },
    byStore(AuditLog, SqliteAuditLog, PostgresAuditLog),
    { provide: CurrentRequest, useClass: HttpCurrentRequest },
    {
      provide: Redaction,
      inject: [Environment],
      useFactory: ({ DATA_DIR }: Environment) => new FileRedaction(configurationFile(DATA_DIR, 'redaction.json')),
    },
    { provide: Digest, useClass: Sha256Digest },
  ],
  exports: [AuditTrail, Redaction],
})
export class AuditModule {}
