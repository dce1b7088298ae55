import { pathFaults } from '../../shared/domain/category-path.js';
import { DomainError, Fault, InvalidInputError, unknownField, pointerToken } from '../../shared/domain/domain-error.js';
import { isSmallMap, MAX_MAP_BYTES } from '../../shared/domain/free-map.js';
import { nameFault } from '../../shared/domain/visible-name.js';
import { readSources } from '../../shared/domain/quoted-source.js';
import { Case, CaseSource } from './case.js';
import { readAuthor } from './case-author.js';

/** Characters of a question, and of its answer: a page of cases repeats many of them. */
export const MAX_QUERY = 10_000;
export const MAX_CONTENT = 100_000;
export const MAX_ID = 200;

/** Whether a text can be stored exactly, in either store: PostgreSQL has no NUL. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

type Field = readonly [name: string, holds: (value: unknown) => boolean, wanted: string];

const isText = (value: unknown) => typeof value === 'string' && /\S/u.test(value) && isStorable(value);
const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
const isMap = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isTime = (value: unknown) => typeof value === 'string' && Number.isFinite(Date.parse(value));

const REQUIRED: readonly Field[] = [
  [
    'query',
    (value) => isText(value) && String(value).length <= MAX_QUERY,
    `must be visible text of at most ${MAX_QUERY} characters`,
  ],
  [
    'content',
    (value) => isText(value) && String(value).length <= MAX_CONTENT,
    `must be visible text of at most ${MAX_CONTENT} characters`,
  ],
];
const OPTIONAL: readonly Field[] = [
  [
    'case_id',
    (value) =>
      typeof value === 'string' && value.length >= 1 && value.length <= MAX_ID && nameFault(value) === undefined,
    `must have 1..${MAX_ID} characters, none of them a control character or invisible`,
  ],
  ['quality_score', isShare, 'must be a number from 0 to 1'],
  ['usage_count', (value) => Number.isSafeInteger(value) && Number(value) >= 0, 'must be a whole number from 0'],
  ['success_rate', isShare, 'must be a number from 0 to 1'],
  ['metadata', (value) => isMap(value) && isSmallMap(value), `must be a JSON object of at most ${MAX_MAP_BYTES} bytes`],
  ['sources', (value) => readCaseSources(value) !== undefined, 'must be a list of sources as an export writes them'],
  ['author', (value) => readAuthor(value) !== undefined, 'must be as an export writes it'],
  ['created_at', isTime, 'must be a time in ISO 8601'],
  ['updated_at', isTime, 'must be a time in ISO 8601'],
];
const KNOWN = new Set(['category_path', ...REQUIRED.map(([name]) => name), ...OPTIONAL.map(([name]) => name)]);

/** Sources as they are stored and exported; undefined for anything else. */
export function readCaseSources(value: unknown): readonly CaseSource[] | undefined {
  return readSources(value)?.map((source) => {
    const { documentId, quote, unchangedSince, start } = source;
    const isEarlier = 'of' in source && source.of === 'earlier';
    return {
      documentId,
      ...(quote === undefined ? {} : { quote }),
      ...(unchangedSince === undefined ? {} : { unchangedSince }),
      ...(start === undefined ? {} : { start }),
      ...(isEarlier ? { of: 'earlier' as const } : {}),
    };
  });
}

function faultsOf(record: Readonly<Record<string, unknown>>): Fault[] {
  const wrong = ([name, holds, detail]: Field) => (holds(record[name]) ? [] : [{ pointer: `/${name}`, detail }]);
  return [
    ...Object.keys(record)
      .filter((name) => !KNOWN.has(name))
      .map((name) => unknownField(`/${pointerToken(name)}`)),
    ...REQUIRED.flatMap(wrong),
    ...pathFaults(record['category_path'], '/category_path'),
    ...OPTIONAL.filter(([name]) => record[name] !== undefined).flatMap(wrong),
  ];
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function labelsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((label): label is string => typeof label === 'string') : [];
}

function mapOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/**
 * Reads a case from an export or from another system. The input is not trusted.
 * @param made defaults for an absent id and absent times
 * @returns the case, or all faults of the record
 */
export function readCaseRecord(
  record: Readonly<Record<string, unknown>>,
  made: { readonly caseId: string; readonly now: string },
): Case | DomainError {
  const faults = faultsOf(record);
  if (faults.length > 0) return new InvalidInputError(faults);
  const sources = readCaseSources(record['sources']) ?? [];
  const author = readAuthor(record['author']);
  return {
    caseId: textOf(record['case_id'], made.caseId),
    query: textOf(record['query'], ''),
    categoryPath: labelsOf(record['category_path']),
    content: textOf(record['content'], ''),
    qualityScore: numberOf(record['quality_score'], 0.5),
    usageCount: numberOf(record['usage_count'], 0),
    successRate: numberOf(record['success_rate'], 0),
    metadata: mapOf(record['metadata']),
    createdAt: textOf(record['created_at'], made.now),
    updatedAt: textOf(record['updated_at'], made.now),
    ...(sources.length === 0 ? {} : { sources }),
    ...(author === undefined ? {} : { author }),
  };
}

/** A case as one line of an export; the inverse of `readCaseRecord`. */
export function caseRecord(one: Case): Readonly<Record<string, unknown>> {
  return {
    case_id: one.caseId,
    query: one.query,
    category_path: one.categoryPath,
    content: one.content,
    quality_score: one.qualityScore,
    usage_count: one.usageCount,
    success_rate: one.successRate,
    metadata: one.metadata,
    created_at: one.createdAt,
    updated_at: one.updatedAt,
    ...(one.sources === undefined || one.sources.length === 0 ? {} : { sources: one.sources }),
    ...(one.author === undefined ? {} : { author: one.author }),
  };
}
