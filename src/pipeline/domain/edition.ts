import { Evidence } from './evidence.js';

/** Which edition of a text a document is, and its days of force; null is open. */
export interface Edition {
  readonly label: string | null;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

/** A passage or a document with its version and days of force; undefined is open. */
type Dated = Pick<Evidence, 'version' | 'effectiveFrom' | 'effectiveTo'>;

/** The edition of a passage or document; undefined where neither a version nor a day of force is known. */
export function editionOf({ version, effectiveFrom = null, effectiveTo = null }: Dated): Edition | undefined {
  return version === null && effectiveFrom === null && effectiveTo === null
    ? undefined
    : { label: version, effectiveFrom, effectiveTo };
}

/** Whether a day of force is known: a text without one counts as in force on each day. */
export const isDated = (passage: Dated | undefined): boolean =>
  typeof passage?.effectiveFrom === 'string' || typeof passage?.effectiveTo === 'string';

/** ISO days compare as text. */
export const isInForce = ({ effectiveFrom, effectiveTo }: Dated, day: string): boolean =>
  (effectiveFrom ?? '') <= day && (effectiveTo ?? day) >= day;

/** Oldest first. */
export const byFirstDay = (a: Partial<Dated> | undefined, b: Partial<Dated> | undefined): number =>
  (a?.effectiveFrom ?? '') < (b?.effectiveFrom ?? '') ? -1 : 1;
