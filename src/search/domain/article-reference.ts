/** An article number that a question names. */
export interface ArticleReference {
  /** Canonical article number, for example `제15조의2`. */
  readonly article: string;
}

const ARTICLE = /제\s*(\d{1,4})\s*조(?:\s*의\s*(\d{1,3}))?/u;

/** Reads a reference such as `휴학규정 제8조`; undefined when the query holds no article number. */
export function articleReference(query: string): ArticleReference | undefined {
  const match = ARTICLE.exec(query.normalize('NFC'));
  if (match === null) return undefined;
  return { article: `제${match[1] ?? ''}조${match[2] === undefined ? '' : `의${match[2]}`}` };
}
