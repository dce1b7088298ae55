import { AuditEntry, ChainAnchor } from './audit-entry.js';

/** An entry without number and digests, which the log adds. */
export type NewAuditEntry = Omit<AuditEntry, 'seq' | 'previousHash' | 'hash'>;

/** Which entries; an absent field does not limit them. */
export interface AuditFilter {
  readonly caller?: string | undefined;
  readonly action?: string | undefined;
  /** Entries from this time on (ISO, UTC). */
  readonly since?: string | undefined;
  /** Entries before this time (ISO, UTC). */
  readonly until?: string | undefined;
  /** Entries whose question, route, reference or shown ids contain this text, in any case. */
  readonly text?: string | undefined;
}

export interface AuditQuery extends AuditFilter {
  /** Returns entries after this number in the order of the list; 0 for the start. */
  readonly after: number;
  readonly limit: number;
  readonly newestFirst?: boolean | undefined;
}

/** Append-only log. Only retention removes entries, oldest first, and it stores the anchor of the remaining chain. */
export abstract class AuditLog {
  abstract append(entry: NewAuditEntry): Promise<void>;
  /** In the order of their numbers, or in the reverse order. */
  abstract read(query: AuditQuery): Promise<readonly AuditEntry[]>;
  abstract anchor(): Promise<ChainAnchor>;
  /** Removes entries that were written before a time (ISO). @returns the number of removed entries */
  abstract removeBefore(at: string): Promise<number>;
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
