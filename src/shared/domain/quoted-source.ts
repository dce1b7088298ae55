import { CategoryFilter } from './category-filter.js';

/**
 * Where stored words come from. Whoever keeps words of a document keeps this with them, and asks a `QuoteCheck` at each reading.
 * With `quote` the document must still hold the text. With `unchangedSince` (ISO 8601) the document must not have been replaced
 * after that moment: for words whose exact text is not known. With neither it must only be visible.
 */
export interface QuotedSource {
  readonly documentId: string;
  readonly quote?: string;
  readonly unchangedSince?: string;
}

/** Stands where words were withheld. */
export const WITHHELD_TEXT =
  'Withheld: a document that this quotes was deleted or changed, or may not be seen with this key. (인용한 문서가 삭제·변경되었거나 이 키로 볼 수 없어 표시하지 않습니다.)';

/**
 * The rule of quotes: stored words are shown only while each document that they come from is visible to the reader and still holds
 * them. Words without a source were written by a person, and obey the category of what keeps them.
 */
export abstract class QuoteCheck {
  /**
   * Checks everything that one answer shows, in one query of the document store.
   * @param groups the sources of each stored thing
   * @returns for each group whether its words must be withheld from this reader
   */
  abstract withheld(groups: readonly (readonly QuotedSource[])[], filter: CategoryFilter): Promise<readonly boolean[]>;

  /**
   * Which stored things quote a passage that a later edition, in force today, changed or removed. They are still shown, and say so; they
   * are not offered as answers.
   */
  outdated(groups: readonly (readonly QuotedSource[])[]): Promise<readonly boolean[]> {
    return Promise.resolve(groups.map(() => false));
  }

  /** The same for one thing. */
  async isWithheld(sources: readonly QuotedSource[], filter: CategoryFilter): Promise<boolean> {
    return (await this.withheld([sources], filter))[0] ?? false;
  }
}

function isSource(value: unknown): value is QuotedSource {
  if (typeof value !== 'object' || value === null || !('documentId' in value)) return false;
  const optional = (member: unknown) => member === undefined || typeof member === 'string';
  const { documentId, quote, unchangedSince } = { quote: undefined, unchangedSince: undefined, ...value };
  return typeof documentId === 'string' && optional(quote) && optional(unchangedSince);
}

/** Reads sources as they are stored. @returns null for anything that is not a list of them: then the origin is not known */
export function readSources(value: unknown): readonly QuotedSource[] | null {
  return Array.isArray(value) && value.every(isSource) ? value : null;
}

/** One entry for each document, quote and moment. */
export function distinctSources(sources: readonly QuotedSource[]): QuotedSource[] {
  return [...new Map(sources.map((source) => [sourceKey(source), source])).values()];
}

/** Names a source within one check. */
export function sourceKey({ documentId, quote, unchangedSince }: QuotedSource): string {
  return JSON.stringify([documentId, quote ?? null, unchangedSince ?? null]);
}
