import { tellsOfChange } from '../../text/sentences/heading-line.js';
import { AskedPeriod } from '../../text/periods/asked-period.js';
import { addDays, hullOf, Period } from '../../text/periods/calendar-period.js';
import { byFirstDay, editionOf, isDated } from './edition.js';
import { Evidence } from './evidence.js';
import { KnownEdition, RetrievedEvidence } from './retrieval-plan.js';

/** The passage that would be quoted first. */
export const likeliestOf = ({ sentences }: RetrievedEvidence): Evidence | undefined => sentences[0]?.evidence;

/** Brackets with the day of an amendment do not count: they give no time of the rule itself. */
const BRACKETS = /[<〈［[【(（][^<>〈〉[\]［］【】()（）]{1,200}[>〉\]］】)）]/gu;

/**
 * Whether the time belongs to the rule: the sentence that answers names it itself, as `6월` in `등록금은 6월에 낸다`. Then it selects no edition.
 */
export function isSaidByRule({ wordings }: AskedPeriod, { sentences }: RetrievedEvidence): boolean {
  const said = sentences[0]?.sentence.text
    .replace(BRACKETS, (mark) => (tellsOfChange(mark.slice(1, -1)) ? '' : mark))
    .toLowerCase();
  return said !== undefined && wordings.length > 0 && wordings.every((ways) => ways.some((way) => said.includes(way)));
}

/**
 * The asked periods as days. Times that the editions give begin before the edition in force today.
 * @param now what answers today
 * @returns empty if the edition in force has no first day, so that none is known before it
 */
export function periodsIn(
  { periods, relation }: AskedPeriod,
  now: Evidence | undefined,
  today: string,
): readonly Period[] {
  if (relation === undefined) return periods;
  const first = now === undefined ? today : (now.effectiveFrom ?? null);
  return first === null ? periods : [...periods, { from: null, to: addDays(first, -1) }];
}

/** What the answer reports as the asked time. */
export function askedHull(periods: readonly Period[], today: string): Period {
  return periods.length === 0 ? { from: null, to: addDays(today, -1) } : hullOf(periods);
}

const MOST_KNOWN = 3;

/** Editions of the text that answers on any day, oldest first. */
export function knownEditions(anyDay: RetrievedEvidence): KnownEdition[] {
  const title = likeliestOf(anyDay)?.title;
  const found = new Map<string, KnownEdition>();
  for (const { evidence } of anyDay.sentences) {
    const edition = isDated(evidence) && evidence.title === title ? editionOf(evidence) : undefined;
    if (edition !== undefined) found.set(evidence.documentId, { title: evidence.title, edition });
  }
  return [...found.values()].sort((a, b) => byFirstDay(a.edition, b.edition)).slice(-MOST_KNOWN);
}
