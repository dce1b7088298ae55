import { AskedPeriod } from '../../text/periods/asked-period.js';
import { addDays, Period } from '../../text/periods/calendar-period.js';
import { askedHull, isSaidByRule, knownEditions, likeliestOf, periodsIn } from '../domain/asked-editions.js';
import { byFirstDay, isDated, isInForce } from '../domain/edition.js';
import { Evidence } from '../domain/evidence.js';
import { NOTHING } from '../domain/answerability.js';
import { RetrievedEvidence } from '../domain/retrieval-plan.js';

/** Maximum number of editions in one answer, the latest ones. */
const MOST_EDITIONS = 3;
/** Maximum number of searches for one message: they share its deadline. */
const MOST_SEARCHES = 7;

/** The retrieval of a message without its words of time, on one day. */
export interface SearchOnDay {
  readonly today: string;
  /** Lowest probability of an answer. */
  readonly threshold: number;
  /** @param day undefined for any day */
  readonly at: (day: string | undefined) => Promise<RetrievedEvidence>;
}

/** A text that is in force today, too, and is not what answers today, answers another question. */
function answersThen(found: RetrievedEvidence, now: RetrievedEvidence, { threshold, today }: SearchOnDay): boolean {
  const [edition, current] = [likeliestOf(found), likeliestOf(now)];
  if (found.answerability.probability < threshold || edition === undefined) return false;
  const isSameText = now.answerability.probability < threshold || edition.documentId === current?.documentId;
  return isSameText || !isInForce(edition, today);
}

/**
 * The editions that answer on a day of the periods, oldest first: searches the last and the first day of each, then the days before and
 * after each edition that was found.
 */
async function editionsIn(
  periods: readonly Period[],
  most: number,
  { now, search }: { readonly now: RetrievedEvidence; readonly search: SearchOnDay },
): Promise<readonly RetrievedEvidence[]> {
  const { today } = search;
  const found: { readonly one: RetrievedEvidence; readonly edition: Evidence }[] = [];
  let searches = 0;
  for (const { from, to } of periods) {
    const days = [to ?? (from === null || from < today ? today : from), from].filter((day) => day !== null);
    for (let day = days.shift(); day !== undefined; day = days.shift()) {
      if (found.length >= most || searches >= MOST_SEARCHES) break;
      const at = day;
      if (found.some(({ edition }) => isInForce(edition, at))) continue;
      if (day !== today) searches++;
      const one = day === today ? now : await search.at(day);
      const edition = likeliestOf(one);
      if (edition === undefined || !answersThen(one, now, search)) continue;
      found.push({ one, edition });
      const { effectiveFrom: first = null, effectiveTo: last = null } = edition;
      if (first !== null && (from === null || first > from)) days.unshift(addDays(first, -1));
      if (last !== null && (to === null || last < to)) days.push(addDays(last, 1));
    }
  }
  return found.sort((a, b) => byFirstDay(a.edition, b.edition)).map(({ one }) => one);
}

/**
 * What answers a message that asks for a time: the evidence of the editions in force then. Documents without days of force are in force
 * always: where no dated one answers, the evidence of today stays as it is.
 * @param current the evidence of today for the message with all its words
 */
export async function evidenceInPeriod(
  asked: AskedPeriod,
  { current, question }: { readonly current: RetrievedEvidence; readonly question: string },
  search: SearchOnDay,
): Promise<RetrievedEvidence> {
  const { threshold, today, at } = search;
  const answers = ({ answerability }: RetrievedEvidence) => answerability.probability >= threshold;
  if (answers(current) && isSaidByRule(asked, current)) return current;
  const now = await at(today);
  const periods = periodsIn(asked, answers(now) ? likeliestOf(now) : undefined, today);
  const period = { today, asked: askedHull(periods, today), question, others: [], known: [] };
  if (periods.length === 0) return { ...current, period };
  const most = asked.relation === 'previous' ? 1 : MOST_EDITIONS;
  const found = await editionsIn(periods, most, { now, search });
  const [first, ...others] = found;
  const isUnchanged = found.every((one) => likeliestOf(one)?.documentId === likeliestOf(current)?.documentId);
  if (first !== undefined && isUnchanged && answers(current)) return { ...current, period };
  if (first !== undefined && found.some((one) => isDated(likeliestOf(one))))
    return { ...first, period: { ...period, others } };
  const anyDay = await at(undefined);
  const known = answers(anyDay) ? knownEditions(anyDay) : [];
  return known.length === 0
    ? { ...current, period }
    : { ...anyDay, answerability: NOTHING, period: { ...period, known } };
}
