/** The kind of a passage in its rule book, for its rank: articles first, then other text, then the rest. */
export type ProvisionKind = 'article' | 'supplement' | 'form' | 'other';

/** Indexed by the numbers that indexes store. */
export const PROVISION_KINDS: readonly ProvisionKind[] = ['article', 'supplement', 'form', 'other'];

const SUPPLEMENT =
  /부\s?칙|시행일|경과\s?조치|적용례|supplementary provisions?|transitional provisions?|effective date/iu;
/** Not the 서식지 of animals, nor the 양식장 of fish. */
const FORM =
  /별\s?표|별지|별첨|붙임|부표|서식(?![지하처])|양식(?![장업])|appendix|appendices|annex(?:es)?\b|\bschedules?\s+(?:\d|[A-Z]\b)|\bexhibit\b|\bforms?\s+\d|(?:application|request|claim|order)\s+form\b/iu;

/** Kinds that a question requests by name; they rank above articles, the others below. */
export function asksFor(question: string): ReadonlySet<ProvisionKind> {
  const text = question.normalize('NFKC');
  const kinds = new Set<ProvisionKind>();
  if (SUPPLEMENT.test(text)) kinds.add('supplement');
  if (FORM.test(text)) kinds.add('form');
  return kinds;
}
