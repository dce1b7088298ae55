const CAMEL = /^[a-z][a-z0-9]*(?:[A-Z][a-z0-9]*)+$/u;
/** Members whose own names are data: personas, difficulties, kinds of failure. */
const KEYED_BY_DATA = /^by[A-Z_]/u;

const snakeName = (name: string): string =>
  CAMEL.test(name) ? name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`) : name;

/** A value in its form on disk: names of members in `snake_case`, names that are data unchanged. */
export function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      snakeName(name),
      KEYED_BY_DATA.test(name) ? member : inSnakeCase(member),
    ]),
  );
}
