import { ItemRecord } from './dataset.js';
import { lowered } from '../../../text/folded-text.js';

/** Other names of the fields of a question in tools and files. */
const ALIASES: Readonly<Record<string, keyof ItemRecord>> = {
  id: 'id',
  question_id: 'id',
  question: 'question',
  query: 'question',
  input: 'question',
  user_input: 'question',
  질문: 'question',
  reference: 'reference',
  reference_answer: 'reference',
  ground_truth: 'reference',
  expected_output: 'reference',
  expected_answer: 'reference',
  모범답안: 'reference',
  정답: 'reference',
  facts: 'facts',
  required_facts: 'facts',
  사실: 'facts',
  contexts: 'contexts',
  context: 'contexts',
  reference_contexts: 'contexts',
  근거: 'contexts',
  citations: 'citations',
  expected_citations: 'citations',
  출처: 'citations',
  answerable: 'answerable',
  답변가능: 'answerable',
  tags: 'tags',
  tag: 'tags',
  태그: 'tags',
};

/** Output of a system in an earlier run: says nothing about the right answer. */
const GIVEN = new Set(['answer', 'response', 'actual_output', 'retrieved_contexts', 'retrieval_context']);

/** The field for a column or member name; undefined for an unknown name. */
export function fieldNamed(name: string): keyof ItemRecord | undefined {
  const folded = name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_');
  return Object.hasOwn(ALIASES, folded) ? ALIASES[folded] : undefined;
}

/** Why a column or member is not used. */
export function unusedName(name: string): string {
  return GIVEN.has(name.trim().toLowerCase())
    ? `'${name}' is what a system answered, not what is expected; it is not used`
    : `'${name}' is not a known field; it is not used`;
}

const YES = new Set(['true', 'yes', 'y', '1', 'o', '예', '네', '가능']);
const NO = new Set(['false', 'no', 'n', '0', 'x', '아니요', '아니오', '불가']);

/** A boolean as people write it in tables. Any other text is returned unchanged, so that validation refuses it. */
export function truthIn(text: string): unknown {
  const folded = lowered(text.trim());
  if (YES.has(folded)) return true;
  return NO.has(folded) ? false : text;
}
