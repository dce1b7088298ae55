/** The days of a document without editions. */
export const UNDATED = { version: null, effectiveFrom: null, effectiveTo: null } as const;
