import { appendAll } from '../../../shared/domain/append-all.js';
import { DatasetNote } from './dataset.js';

/** The expected answer in the asserts of a promptfoo test. */
export interface AssertedAnswer {
  readonly facts: readonly (readonly string[])[];
  readonly reference: string | undefined;
  readonly isRefusal: boolean;
  readonly notes: readonly DatasetNote[];
}

export interface PromptfooAssert {
  readonly type: string;
  readonly value?: unknown;
  readonly metric?: string;
}

/** Metrics of exported asserts. */
export const FACT_METRIC = 'facts';
export const REFERENCE_METRIC = 'reference';
export const ABSTENTION_METRIC = 'abstention';

/** Typical texts of an abstention; promptfoo looks for one of them. */
export const ABSTENTIONS = [
  'did not find',
  'could not find',
  'not found',
  'do not answer',
  'does not answer',
  'do not say',
  'not specified',
  '찾지 못했',
  '찾을 수 없',
  '확인할 수 없',
  '나와 있지 않',
  '규정되어 있지 않',
  '알 수 없',
];

const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((part: unknown) =>
    typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean' ? [String(part)] : [],
  );

/** `contains` and similar asserts name texts that an answer has to contain: facts. */
const FACTS_OF: Readonly<Record<string, (texts: string[]) => string[][]>> = {
  contains: (texts) => [texts],
  icontains: (texts) => [texts],
  'contains-any': (texts) => [texts],
  'icontains-any': (texts) => [texts],
  'contains-all': (texts) => texts.map((text) => [text]),
  'icontains-all': (texts) => texts.map((text) => [text]),
};
/** Their value is a right answer. */
const REFERENCES = new Set(['equals', 'factuality', 'model-graded-factuality', 'similar', 'rouge-n', 'levenshtein']);
const REFUSALS = new Set(['is-refusal', 'guardrails-refusal']);

/**
 * Reads the asserts of a test. Asserts that the judge cannot use are reported with their location: scripts, costs, latency, formats,
 * negations, criteria of a model.
 * @param isExported the test has its facts and reference as metadata: exported asserts repeat them
 */
export function readAsserts(asserts: readonly unknown[], pointer: string, isExported = false): AssertedAnswer {
  const facts: string[][] = [];
  const notes: DatasetNote[] = [];
  let reference: string | undefined;
  let isRefusal = false;
  asserts.forEach((one, i) => {
    const place = `${pointer}/${i}`;
    const { type, value, metric } = isAssert(one) ? one : { type: '', value: undefined, metric: undefined };
    const texts = textsIn(value);
    const [first] = texts;
    if (isExported && (metric === FACT_METRIC || metric === REFERENCE_METRIC)) return;
    if (metric === ABSTENTION_METRIC || REFUSALS.has(type)) isRefusal = true;
    else if (texts.some((text) => text.includes('{{')))
      notes.push({ place, detail: `the value of '${type}' is a template; it is not used` });
    else if (Object.hasOwn(FACTS_OF, type) && first !== undefined) appendAll(facts, FACTS_OF[type]?.(texts) ?? []);
    else if (REFERENCES.has(type) && first !== undefined && reference === undefined) reference = first;
    else notes.push({ place, detail: `the assert '${type}' means nothing for the judge here; it is not used` });
  });
  return { facts, reference, isRefusal, notes };
}

const isAssert = (value: unknown): value is PromptfooAssert =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
