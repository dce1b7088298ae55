/** English names of the months, small letters, in order. */
export const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** The month of an English name or abbreviation by its first three letters, from 1; 0 for none. */
export function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.slice(0, 3) === start) + 1;
}
