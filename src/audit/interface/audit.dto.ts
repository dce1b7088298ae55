import { IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length, MaxLength } from 'class-validator';
import { AUDITED_ACTIONS } from '../../shared/domain/audit-trail.js';
import { IsZonedTime } from '../../shared/interface/field.validators.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';

export const AUDIT_ORDERS = ['oldest', 'newest'] as const;
export const AUDIT_FORMATS = ['jsonl', 'csv'] as const;

/** Filters for the audit log. */
class AuditFilterDto {
  /** Only actions of this key or user. @example "key_3f2a" */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  caller?: string;

  /** Only actions of this kind. */
  @IsOptional()
  @IsIn(AUDITED_ACTIONS)
  action?: (typeof AUDITED_ACTIONS)[number];

  /** Only actions from this time on. @example "2026-03-01T00:00:00Z" */
  @IsOptional()
  @IsZonedTime()
  since?: string;

  /** Only actions before this time. @example "2099-01-01T00:00:00Z" */
  @IsOptional()
  @IsZonedTime()
  until?: string;

  /** Only entries whose question, route, request id, reference or shown ids contain this text. @example "휴학" */
  @IsOptional()
  @IsString()
  @Length(1, 200)
  text?: string;
}

/** Which entries to list. */
export class AuditQueryDto extends IntersectionType(AuditFilterDto, PageQueryDto) {
  /** `newest` lists the newest entries first. */
  @IsOptional()
  @IsIn(AUDIT_ORDERS)
  order?: (typeof AUDIT_ORDERS)[number] = 'oldest';
}

/** Which entries to export. */
export class AuditExportQueryDto extends AuditFilterDto {
  /** JSON lines with every field, or a table for a spreadsheet. */
  @IsOptional()
  @IsIn(AUDIT_FORMATS)
  format?: (typeof AUDIT_FORMATS)[number] = 'jsonl';
}

export class AuditShownDto {
  /** A document or a case. @example "haeon/2-1-4@2026" */
  id!: string;
  /** Chunks of it. @example ["haeon/2-1-4@2026#10"] */
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
  /** Id of the key or the user; `anonymous` without authentication. @example "key_3f2a" */
  caller!: string;
  /** Name that the key or the user has now; null for one that is no longer stored. Not part of the digest. @example "library desk" */
  caller_name!: string | null;
  /** @example "POST /search" */
  route!: string;
  /** Folded category paths of the caller's filter, then its groups as `group:name`; null without either. @example ["ai/ml"] */
  filter!: string[] | null;
  /** @example null */
  agent_id!: string | null;
  action!: (typeof AUDITED_ACTIONS)[number];
  /** The question with personal data redacted. @example "휴학은 언제 신청하나요?" */
  question!: string | null;
  shown!: AuditShownDto[];
  /** A reference: a trace id, a log id, the kind of an attempt or the status of a change. @example "trace_91bd" */
  detail!: string | null;
  /** Digest of the previous entry. */
  previous_hash!: string;
  /** SHA-256 over the previous digest and all other fields of this entry. */
  hash!: string;
}

export class AuditPageDto {
  items!: AuditEntryDto[];
  /** @example null */
  next_cursor!: string | null;
}

export class AuditVerificationDto {
  /** Whether all entries are unchanged, in order and without gaps. @example true */
  intact!: boolean;
  /** Number of verified entries. @example 1042 */
  entries!: number;
  /** Last valid entry. @example 1042 */
  last_seq!: number;
  /** Digest of the last valid entry. Stored elsewhere, it proves later that no earlier entry was changed. */
  last_hash!: string;
  /** First changed, removed or inserted entry. @example null */
  broken_at!: number | null;
}
