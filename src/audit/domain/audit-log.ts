import { AuditEntry, ChainAnchor } from './audit-entry.js';

/** What of an entry the writer knows; number and digests are given by the log. */
export type NewAuditEntry = Omit<AuditEntry, 'seq' | 'previousHash' | 'hash'>;

export interface AuditQuery {
  /** Number behind which to begin. */
  readonly after: number;
  readonly limit: number;
  readonly caller?: string | undefined;
  readonly action?: string | undefined;
}

/** Entries are only added. Only retention removes some, from the beginning, and keeps where the chain goes on. */
export abstract class AuditLog {
  abstract append(entry: NewAuditEntry): Promise<void>;
  /** In the order of their numbers. */
  abstract read(query: AuditQuery): Promise<readonly AuditEntry[]>;
  abstract anchor(): Promise<ChainAnchor>;
  /** Removes what was written before a moment (ISO). @returns how many */
  abstract removeBefore(at: string): Promise<number>;
}

/** Rules by which personal data is taken out of questions. */
export abstract class Redaction {
  abstract apply(text: string): string;
}

/** Hexadecimal SHA-256. */
export abstract class Digest {
  abstract of(text: string): string;
}

/** Who asks, through which route and what may be seen; undefined outside of a request. */
export abstract class CurrentRequest {
  abstract read(): RequestFacts | undefined;
}

export type RequestFacts = Pick<AuditEntry, 'requestId' | 'caller' | 'route' | 'filter' | 'agentId'>;
