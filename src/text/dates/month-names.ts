/** English names of the months, lower case, in order. */
export const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

/** Returns the month (1 to 12) of an English name or abbreviation, by its first three letters; 0 if there is none. */
export function monthNumber(name: string): number {
  const start = name.slice(0, 3).toLowerCase();
  return MONTHS.findIndex((month) => month.slice(0, 3) === start) + 1;
}
