import { readAuthor } from '../domain/case-author.js';
import { Case } from '../domain/case.js';
import { readCaseSources, MAX_ID } from '../domain/case-record.js';
import { createHash } from 'node:crypto';
import { CategoryFilter, filterKey, withoutGroups } from '../../shared/domain/category-filter.js';

/** A row of cbr_cases. */
export interface CaseRow {
  readonly id: number;
  readonly case_id: string;
  readonly query: string;
  readonly category_path: string;
  readonly content: string;
  readonly quality_score: number;
  readonly usage_count: number;
  readonly success_rate: number;
  readonly metadata: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly sources: string | null;
  readonly author: string | null;
}

export const CASE_COLUMNS =
  'c.id, c.case_id, c.query, c.category_path, c.content, c.quality_score, c.usage_count, c.success_rate, c.metadata, c.created_at, c.updated_at, c.sources, c.author';

/** The strings of a JSON array; other items are dropped. */
export function readStrings(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
}

/** A JSON object; empty for any other value. */
export function readMap(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** The stored author of a case. */
export function authorColumn({ author }: Case): string | null {
  return author === undefined ? null : JSON.stringify(author);
}

/** The stored sources of a case. */
export function sourcesColumn({ sources }: Case): string | null {
  return sources === undefined || sources.length === 0 ? null : JSON.stringify(sources);
}

export function toCase(row: CaseRow): Case {
  const stored: unknown = row.sources === null ? [] : JSON.parse(row.sources);
  const sources = readCaseSources(stored) ?? [];
  const author = row.author === null ? undefined : readAuthor(JSON.parse(row.author));
  return {
    caseId: row.case_id,
    query: row.query,
    categoryPath: readStrings(row.category_path),
    content: row.content,
    qualityScore: row.quality_score,
    usageCount: row.usage_count,
    successRate: row.success_rate,
    metadata: readMap(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(sources.length === 0 ? {} : { sources }),
    ...(author === undefined ? {} : { author }),
  };
}

/** Number of hexadecimal digits after an id. */
const DIGITS = 16;

/**
 * The stored id of a case for which a caller limited to some categories chose an id. Each set of categories has
 * separate ids: whether an id is free must not depend on invisible cases.
 * @param attempt from 0; another id for each
 */
export function scopedCaseId(caseId: string, filter: CategoryFilter, attempt: number): string {
  const text = JSON.stringify([filterKey(withoutGroups(filter)), caseId, attempt]);
  const mark = createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
  return `${caseId.slice(0, MAX_ID - DIGITS - 1)}~${mark}`;
}
