/** A look-up by structure: an article number, and the text around it that may name a regulation. */
export interface ArticleReference {
  /** Canonical article number, for example `제15조의2`. */
  readonly article: string;
  /** Letters and digits of the query without the number, folded: the names of regulations are searched in it. */
  readonly nameKey: string;
}

const ARTICLE = /제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?/u;

/** Canonical form of an article number in a text, `제15조의2`; undefined without one. */
export function articleIn(text: string): string | undefined {
  const match = ARTICLE.exec(text.normalize('NFC'));
  if (match === null) return undefined;
  return `제${match[1] ?? ''}조${match[2] === undefined ? '' : `의${match[2]}`}`;
}

/** A title as it is compared: letters and digits only, folded. `휴학·복학 규정` and `「휴학ㆍ복학규정」` are one name. */
export function nameKey(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Reads a reference such as `휴학규정 제8조`; undefined when the query holds no article number. */
export function articleReference(query: string): ArticleReference | undefined {
  const article = articleIn(query);
  return article === undefined
    ? undefined
    : { article, nameKey: nameKey(query.normalize('NFC').replace(ARTICLE, ' ')) };
}
