import { CategoryFilter } from './category-filter.js';

/**
 * Source of stored text. Code that stores text of a document stores its source too, and calls a `QuoteCheck` at each read.
 * With `quote` the document must still hold the text. With `unchangedSince` (ISO 8601) the document must not have been replaced
 * after that moment: for quotes whose exact text is not known. With neither, the document must only be visible.
 */
export interface QuotedSource {
  readonly documentId: string;
  readonly quote?: string;
  /** UTF-16 offset of the quote at the time of the answer: distinguishes equal sentences of a document. */
  readonly start?: number;
  readonly unchangedSince?: string;
}

/** Placeholder for a withheld quote. */
export const WITHHELD_TEXT =
  'Withheld: a document that this quotes was deleted or changed, or may not be seen with this key. (인용한 문서가 삭제·변경되었거나 이 키로 볼 수 없어 표시하지 않습니다.)';

/**
 * The rule of quotes: stored text is shown only while each of its source documents is visible to the reader and still holds it. Text
 * without a source was written by a person; the category of the object that stores it decides.
 */
export abstract class QuoteCheck {
  /**
   * Checks all sources of one answer, in one query of the document store.
   * @param groups the sources of each stored thing
   * @returns for each group whether its text must be withheld from this reader
   */
  abstract withheld(groups: readonly (readonly QuotedSource[])[], filter: CategoryFilter): Promise<readonly boolean[]>;

  /**
   * Returns which groups quote a passage that a later edition, in force today, changed or removed. They are still shown, with a note, but
   * are not offered as answers.
   * @param filter of the reader: an edition that it hides must not show in any way
   */
  outdated(groups: readonly (readonly QuotedSource[])[], filter: CategoryFilter): Promise<readonly boolean[]>;
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
  const fields = new Map<string, unknown>(Object.entries(value));
  const optional = (name: string) => !fields.has(name) || typeof fields.get(name) === 'string';
  const start = fields.get('start') ?? 0;
  const isPlace = typeof start === 'number' && Number.isSafeInteger(start) && start >= 0;
  return typeof value.documentId === 'string' && optional('quote') && optional('unchangedSince') && isPlace;
}

/** Parses stored sources. @returns null if the value is not a list of sources: then the origin is unknown */
export function readSources(value: unknown): readonly QuotedSource[] | null {
  return Array.isArray(value) && value.every(isSource) ? value : null;
}

/** One entry for each document, quote, place and moment. */
export function distinctSources(sources: readonly QuotedSource[]): QuotedSource[] {
  return [...new Map(sources.map((source) => [sourceKey(source), source])).values()];
}

/** Returns the key of a source within one check. */
export function sourceKey({ documentId, quote, unchangedSince, start }: QuotedSource): string {
  return JSON.stringify([documentId, quote ?? null, unchangedSince ?? null, start ?? null]);
}
