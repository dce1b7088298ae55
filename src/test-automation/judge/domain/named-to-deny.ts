const MISSED_BEHIND =
  /^\s+(?:does|do|did|is|are|was|has|have|need|needs|must|can|will|would)(?:n['’]t|\s+not)\b|^(?:하|되|처리하|처리되|당하)?지(?:는|도)?\s?(?:않|못|아니)|^[가-힣]{0,2}(?:이|가|은|는|도|을|를|과|와)?\s?(?:따로 |별도로 )?(?:[가-힣]{1,4}\s?)?(?:없이|없어도)|^[가-힣]{0,2}(?:이|가|은|는|도|을|를|과|와)?\s?(?:따로 |별도로 )?(?:필요(?:가|는)?\s?없|안\s?내|불필요|아니|상관\s?없이|관계\s?없이|무관하게|따지지\s?않)/u;
const MISSED_BEFORE =
  /\b(?:no|without|not|n['’]t need|needn['’]t)\s+(?:an?\s+|any\s+|the\s+)?$|\b(?:whenever|regardless of|no matter|irrespective of)\b[^,.;]{0,20}$/iu;

/** Conditions that are stated to make no difference. */
export const DISREGARDS =
  /\b(?:whenever|regardless of|no matter|irrespective of)\b|상관\s?없이|관계\s?없이|무관하게|따지지\s?않/iu;

/** Whether a phrase is mentioned only to negate it: `위임장 없이`, `without a form`. */
export function isDeniedAt(saying: string, start: number, end: number): boolean {
  return (
    MISSED_BEHIND.test(saying.slice(end, end + 16)) || MISSED_BEFORE.test(saying.slice(Math.max(0, start - 24), start))
  );
}
