import { AuditEntry, ChainAnchor } from './audit-entry.js';

/** An entry without number and digests, which the log adds. */
export type NewAuditEntry = Omit<AuditEntry, 'seq' | 'previousHash' | 'hash'>;

export interface AuditQuery {
  /** Returns entries after this number. */
  readonly after: number;
  readonly limit: number;
  readonly caller?: string | undefined;
  readonly action?: string | undefined;
}

/** Append-only log. Only retention removes entries, oldest first, and it stores the anchor of the remaining chain. */
export abstract class AuditLog {
  abstract append(entry: NewAuditEntry): Promise<void>;
  /** In the order of their numbers. */
  abstract read(query: AuditQuery): Promise<readonly AuditEntry[]>;
  abstract anchor(): Promise<ChainAnchor>;
  /** Removes entries that were written before a time (ISO). @returns the number of removed entries */
  abstract removeBefore(at: string): Promise<number>;
}

/** Redacts personal data in questions. */
export abstract class Redaction {
  abstract apply(text: string): string;
}

/** Hexadecimal SHA-256. */
export abstract class Digest {
  abstract of(text: string): string;
}

/** Caller, route and filter of the current request; undefined outside a request. */
export abstract class CurrentRequest {
  abstract read(): RequestFacts | undefined;
}

export type RequestFacts = Pick<AuditEntry, 'requestId' | 'caller' | 'route' | 'filter' | 'agentId'>;

/** A redaction rule: each match is replaced by the name of the rule in brackets. */
export interface RedactionRule {
  readonly name: string;
  readonly pattern: RegExp;
}

/** @param rules with the flag `g`; each rule reads the output of the previous one */
export function redact(text: string, rules: readonly RedactionRule[]): string {
  return rules.reduce((left, { name, pattern }) => left.replace(pattern, `[${name}]`), text);
}
