/** Days `YYYY-MM-DD`, both included; null is open. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

export type PeriodUnit = 'day' | 'week' | 'month' | 'quarter' | 'half' | 'term' | 'year' | 'academic year';

const DAY_MS = 86_400_000;
/** 1 January 1970 was a Thursday; weeks begin on Monday. */
const DAYS_SINCE_MONDAY = 3;
/**
 * Length of a unit in months, and the month (0 to 11) in which the first one of a year begins. No text says when terms begin: two terms are
 * assumed, from March and from September, as at Korean universities.
 */
const IN_MONTHS: Readonly<Record<Exclude<PeriodUnit, 'day' | 'week'>, { size: number; first: number }>> = {
  month: { size: 1, first: 0 },
  quarter: { size: 3, first: 0 },
  half: { size: 6, first: 0 },
  year: { size: 12, first: 0 },
  term: { size: 6, first: 2 },
  'academic year': { size: 12, first: 2 },
};

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** @param day `YYYY-MM-DD` */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Months are counted from year 0, so that a unit may begin in one year and end in the next. */
function ofMonths(first: number, size: number): { from: string; to: string } {
  const begin = (month: number) => Date.UTC(Math.floor(month / 12), ((month % 12) + 12) % 12, 1);
  return { from: dayOf(begin(first)), to: dayOf(begin(first + size) - DAY_MS) };
}

/**
 * The unit that contains a day, or one before or after it.
 * @example periodOf('month', '2026-03-01', -1) // { from: '2026-02-01', to: '2026-02-28' }
 */
export function periodOf(unit: PeriodUnit, day: string, offset = 0): { from: string; to: string } {
  if (unit === 'day') return { from: addDays(day, offset), to: addDays(day, offset) };
  if (unit === 'week') {
    const days = Math.floor(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
    const monday = addDays(day, 7 * offset - ((((days + DAYS_SINCE_MONDAY) % 7) + 7) % 7));
    return { from: monday, to: addDays(monday, 6) };
  }
  const { size, first } = IN_MONTHS[unit];
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
  return ofMonths((Math.floor((month - first) / size) + offset) * size + first, size);
}

/** A unit and which one of its year, from 1. */
export type YearPart = readonly [unit: Exclude<PeriodUnit, 'day' | 'week'>, n: number];

/** The second term of 2025 begins in September 2025. */
export function partOfYear([unit, n]: YearPart, year: number): { from: string; to: string } {
  const { size, first } = IN_MONTHS[unit];
  return ofMonths(year * 12 + first + (n - 1) * size, size);
}

/** The days from the first of some periods to the last of them. */
export function hullOf(periods: readonly Period[]): Period {
  const edge = (days: readonly (string | null)[], at: number) =>
    days.includes(null) ? null : (days.toSorted().at(at) ?? null);
  const [froms, tos] = [periods.map(({ from }) => from), periods.map(({ to }) => to)];
  return { from: edge(froms, 0), to: edge(tos, -1) };
}
