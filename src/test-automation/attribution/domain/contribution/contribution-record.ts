import { ContributionReport } from './contribution.js';

/** The contribution under its names in files and in the HTTP interface. */
export function toContributionRecord(report: ContributionReport) {
  const { valueOfAll, valueOfNone, tookMs, components, notes, ...rest } = report;
  return {
    ...rest,
    value_of_all: valueOfAll,
    value_of_none: valueOfNone,
    took_ms: tookMs,
    notes: [...notes],
    components: components.map(({ neededQueries, ci95, ...component }) => ({
      ...component,
      ci95: ci95 === null ? null : [...ci95],
      needed_queries: neededQueries,
    })),
  };
}
