import { Language } from '../../text/language.js';
import { Period } from '../../text/periods/calendar-period.js';
import { likeliestOf } from './asked-editions.js';
import { Edition, editionOf, isInForce } from './edition.js';
import { RetrievedEvidence } from './retrieval-plan.js';

const joined = (parts: readonly (string | null)[], between: string): string =>
  parts.filter((part) => part !== null).join(between);

function daysOf({ from, to }: Period, language: Language): string {
  if (from !== null && from === to) return language === 'ko' ? from : `on ${from}`;
  return language === 'ko'
    ? joined([from === null ? null : `${from}부터`, to === null ? null : `${to}까지`], ' ')
    : joined([from === null ? null : `from ${from}`, to === null ? null : `to ${to}`], ' ');
}

/** `2판, 2024-03-01부터 2025-12-31까지 시행`; undefined for a text without days of force. */
function inForceNote({ label, effectiveFrom: from, effectiveTo: to }: Edition, language: Language): string | undefined {
  if (from === null && to === null) return undefined;
  const days = daysOf({ from, to }, language);
  return joined([label, language === 'ko' ? `${days} 시행` : `in force ${days}`], ', ');
}

/** The note of the edition that an answer quotes. */
export function noteOf(retrieved: RetrievedEvidence, language: Language): string | undefined {
  const passage = likeliestOf(retrieved);
  const edition = passage === undefined ? undefined : editionOf(passage);
  const note = edition === undefined ? undefined : inForceNote(edition, language);
  return note === undefined || passage === undefined ? undefined : `${passage.title} (${note})`;
}

/** The same, unless the edition is in force today: then nothing is unusual. */
export function noteOfOtherDay(retrieved: RetrievedEvidence, language: Language): string | undefined {
  const passage = likeliestOf(retrieved);
  return passage === undefined || isInForce(passage, retrieved.period?.today ?? '')
    ? undefined
    : noteOf(retrieved, language);
}

/** Why there is no answer for the asked time, and which editions exist; undefined if none is known. */
export function editionsNote({ period }: RetrievedEvidence, language: Language): string | undefined {
  if (period === undefined || period.known.length === 0) return undefined;
  const known = period.known
    .map(({ title, edition }) => `${title} (${inForceNote(edition, language) ?? ''})`)
    .join('; ');
  const days = daysOf(period.asked, language);
  return language === 'ko'
    ? `볼 수 있는 문서에는 물어보신 때(${days})에 시행된 판이 없습니다. 있는 판: ${known}.`
    : `The documents that you may see have no edition in force at that time (${days}). Editions that exist: ${known}.`;
}
