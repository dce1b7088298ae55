import { WITHHELD_TEXT } from '../../shared/domain/quoted-source.js';
import { Case, CaseSource } from './case.js';

export function answerSources({ sources }: Pick<Case, 'sources'>): CaseSource[] {
  return (sources ?? []).filter((source) => source.of === undefined);
}

export function earlierSources({ sources }: Pick<Case, 'sources'>): CaseSource[] {
  return (sources ?? []).filter((source) => source.of === 'earlier');
}

/** The case with its content withheld; it can still be found, changed and deleted. */
export function withheldCase(one: Case): Case {
  return { ...one, query: WITHHELD_TEXT, content: WITHHELD_TEXT, metadata: {}, sources: [], isWithheld: true };
}

/** The case without its earlier answers. */
export function withoutEarlierAnswers(one: Case): Case {
  const others = Object.entries(one.metadata).filter(([name]) => name !== 'earlier_answers');
  return { ...one, metadata: Object.fromEntries(others) };
}
