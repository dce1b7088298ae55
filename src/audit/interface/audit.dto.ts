import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { AUDITED_ACTIONS } from '../../shared/domain/audit-trail.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';

/** Which part of the audit log. */
export class AuditQueryDto extends PageQueryDto {
  /** Only what this key did. @example "key_3f2a" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  caller?: string;

  /** Only actions of this kind. */
  @IsOptional()
  @IsIn(AUDITED_ACTIONS)
  action?: (typeof AUDITED_ACTIONS)[number];
}

export class AuditShownDto {
  /** A document, or a case. @example "haeon/2-1-4@2026" */
  id!: string;
  /** Passages of it. @example ["haeon/2-1-4@2026#10"] */
  passages!: string[];
}

/** One line of the audit log. */
export class AuditEntryDto {
  /** From 1, without gaps. @example 42 */
  seq!: number;
  /** @example "2026-03-02T09:15:00.000Z" */
  at!: string;
  /** @example "req_7c1e" */
  request_id!: string;
  /** Id of the key; `anonymous` without authentication. @example "key_3f2a" */
  caller!: string;
  /** @example "POST /search" */
  route!: string;
  /** Folded category paths that the caller was bound to; null without a bound. @example ["ai/ml"] */
  filter!: string[] | null;
  /** @example null */
  agent_id!: string | null;
  action!: (typeof AUDITED_ACTIONS)[number];
  /** The caller's words without personal data. @example "휴학은 언제 신청하나요?" */
  question!: string | null;
  shown!: AuditShownDto[];
  /** What leads further: a trace, a log, the kind of an attempt, the status of a change. @example "trace_91bd" */
  detail!: string | null;
  /** Digest of the entry before. */
  previous_hash!: string;
  /** SHA-256 over the digest before and everything in this entry. */
  hash!: string;
}

export class AuditPageDto {
  items!: AuditEntryDto[];
  /** @example null */
  next_cursor!: string | null;
}

export class AuditVerificationDto {
  /** Whether every entry is as it was written, in order and without gaps. @example true */
  intact!: boolean;
  /** Entries that were read. @example 1042 */
  entries!: number;
  /** Last entry that holds. @example 1042 */
  last_seq!: number;
  /** Its digest: kept elsewhere, it proves later that nothing before it was changed. */
  last_hash!: string;
  /** First entry that was changed, removed or put in. @example null */
  broken_at!: number | null;
}
