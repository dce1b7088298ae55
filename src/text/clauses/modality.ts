export type Modality = 'must' | 'may' | 'none';

const MUST =
  /(?:여야|어야|아야|해야|되어야|이어야)\s?(?:만\s?)?(?:하|한|합|할|됩|된|돼)|의무|필수|\b(?:must|shall|has to|have to|is required to|are required to|obliged)\b/iu;
const MAY = /수\s?있(?!어야)|(?:아니하여도|않아도)\s?된|가능하|\b(?:may|can|is allowed to|are allowed to|optional)\b/iu;

/** Returns whether a clause obliges or permits. Obligation takes precedence. */
export function modality(text: string): Modality {
  return MUST.test(text) ? 'must' : MAY.test(text) ? 'may' : 'none';
}
