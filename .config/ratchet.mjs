// Counts that may only fall. A file of JSON has the highest allowed count by group and name; a count of 0 is left out.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** @typedef {Record<string, Record<string, number>>} Counts by group and name */

/** @returns {Counts} empty without a file */
export function allowedCounts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/**
 * The counts that differ from the allowed ones.
 * @param {Counts} counts
 * @param {Counts} allowed
 * @returns {{ group: string, name: string, count: number, allowed: number }[]}
 */
export function changes(counts, allowed) {
  const groups = new Set([...Object.keys(counts), ...Object.keys(allowed)]);
  return [...groups].flatMap((group) => {
    const names = new Set([...Object.keys(counts[group] ?? {}), ...Object.keys(allowed[group] ?? {})]);
    return [...names]
      .map((name) => ({ group, name, count: counts[group]?.[name] ?? 0, allowed: allowed[group]?.[name] ?? 0 }))
      .filter((change) => change.count !== change.allowed);
  });
}

/**
 * Lowers the allowed counts to the present ones; none is raised. Without a file all counts are written.
 * @returns {boolean} whether the file changed
 */
export function lowerAllowed(file, counts) {
  const isNew = !existsSync(file);
  const allowed = allowedCounts(file);
  const lowered = isNew ? counts : lowest(counts, allowed);
  const text = `${JSON.stringify(ordered(lowered), null, 2)}\n`;
  if (!isNew && readFileSync(file, 'utf8') === text) return false;
  writeFileSync(file, text);
  return true;
}

function lowest(counts, allowed) {
  return Object.fromEntries(
    Object.entries(allowed).map(([group, names]) => [
      group,
      Object.fromEntries(
        Object.entries(names).map(([name, count]) => [name, Math.min(count, counts[group]?.[name] ?? 0)]),
      ),
    ]),
  );
}

/** Sorted, without counts of 0 and without empty groups, so that two branches that lower different groups merge. */
function ordered(counts) {
  const sorted = (entries) => Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(
    Object.entries(counts)
      .map(([group, names]) => [group, sorted(Object.entries(names).filter(([, count]) => count > 0))])
      .filter(([, names]) => Object.keys(names).length > 0),
  );
}
