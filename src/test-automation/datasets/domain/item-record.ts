import { DatasetItem } from './dataset.js';
import { ExpectedCitation } from '../../domain/question.js';

/** A citation under the names of the API contract. */
export const citationRecord = ({ documentId, title, quote, url }: ExpectedCitation) => ({
  ...(documentId === undefined ? {} : { document_id: documentId }),
  ...(title === undefined ? {} : { title }),
  ...(quote === undefined ? {} : { quote }),
  ...(url === undefined ? {} : { url }),
});

/** A fact with one wording is written as a text, one with several as a list. */
export const factRecords = (facts: DatasetItem['facts']): (string | readonly string[])[] =>
  facts.map((wordings) => (wordings.length === 1 ? (wordings[0] ?? '') : wordings));

/** A question under the names of the API contract; empty fields are left out. */
export function itemRecord(item: DatasetItem) {
  const { id, question, answerable, facts, reference, contexts, citations, tags } = item;
  return {
    id,
    question,
    ...(reference === undefined ? {} : { reference }),
    ...(facts.length === 0 ? {} : { facts: factRecords(facts) }),
    ...(contexts.length === 0 ? {} : { contexts }),
    ...(citations.length === 0 ? {} : { citations: citations.map(citationRecord) }),
    ...(answerable === undefined ? {} : { answerable }),
    ...(tags.length === 0 ? {} : { tags }),
  };
}

export const RECORD_FIELDS = [
  'id',
  'question',
  'reference',
  'facts',
  'contexts',
  'citations',
  'answerable',
  'tags',
] as const;
