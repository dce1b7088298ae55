import { Injectable } from '@nestjs/common';
import { decodeNameCursor, encodeNameCursor, notACursor, Page } from '../../shared/domain/page.js';
import {
  QuotesReader,
  QUOTING_KINDS,
  QuotingBatch,
  QuotingItem,
  QuotingItems,
  QuotingKind,
} from '../../shared/domain/quoting-items.js';
import { CompareEditions } from './compare-editions.js';
import { QuoteChange, QuoteComparisons } from './quote-comparisons.js';

/** Something that quotes a passage which a later edition changed or removed. */
export interface OutdatedItem extends QuotingItem {
  /** The outdated quotations of this document; at least one. */
  readonly changes: readonly QuoteChange[];
}

/** Batches of stored rows that one page checks: it may have fewer items than its limit. */
const MOST_BATCHES = 40;
/** Quotations of one item that are listed. */
const MOST_QUOTES = 20;
/** Approximate characters of a page: parts of a document may be long. */
const MOST_CHARACTERS = 2_000_000;

interface Place {
  readonly kind: QuotingKind;
  readonly after: string;
}

function placeOf(cursor: string | undefined): Place {
  if (cursor === undefined) return { kind: QUOTING_KINDS[0], after: '' };
  const name = decodeNameCursor(cursor);
  const blank = name.indexOf(' ');
  const kind = QUOTING_KINDS.find((one) => one === name.slice(0, blank));
  if (blank < 0 || kind === undefined) throw notACursor();
  return { kind, after: name.slice(blank + 1) };
}

const cursorOf = ({ kind, after }: Place): string => encodeNameCursor(`${kind} ${after}`);

/** The place after the last item of this kind; undefined after the last kind. */
function afterKind(kind: QuotingKind): Place | undefined {
  const next = QUOTING_KINDS[QUOTING_KINDS.indexOf(kind) + 1];
  return next === undefined ? undefined : { kind: next, after: '' };
}

const lengthOf = ({ changes }: OutdatedItem): number =>
  changes.reduce(
    (sum, { quote, change: { before, after } }) =>
      sum + quote.length + (before?.text.length ?? 0) + (after?.text.length ?? 0),
    0,
  );

/** Lists what quotes a passage of a document that a later edition, in force today, changed or removed. */
@Injectable()
export class ListOutdated {
  constructor(
    private readonly editions: CompareEditions,
    private readonly quoting: QuotingItems,
  ) {}

  /**
   * @param documentId any edition; quotations of all its editions are listed
   * @returns in the order of QUOTING_KINDS. A page checks a bounded number of stored things, and may be shorter than `limit`.
   * @throws NotFoundError when the document is unknown or outside the filter
   */
  async list(
    documentId: string,
    reader: QuotesReader,
    { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
  ): Promise<Page<OutdatedItem>> {
    const chain = await this.editions.chain(documentId, reader.filter);
    let place: Place | undefined = placeOf(cursor);
    if (chain.length < 2) return { items: [], nextCursor: null };
    const documentIds = new Set(chain.map((edition) => edition.documentId));
    const comparisons = this.editions.quoteComparisons(reader.filter);
    const items: OutdatedItem[] = [];
    let length = 0;
    for (let batches = 0; place !== undefined; batches++) {
      if (batches === MOST_BATCHES) return { items, nextCursor: cursorOf(place) };
      const { kind, after }: Place = place;
      const batch: QuotingBatch | undefined = await this.quoting.find(kind)?.({ documentIds, after, reader });
      for (const item of batch?.items ?? []) {
        const changes = await this.changesOf(item, documentIds, comparisons);
        if (changes.length === 0) continue;
        const last = items.at(-1);
        const outdated = { ...item, changes };
        length += lengthOf(outdated);
        if (last !== undefined && (items.length === limit || length > MOST_CHARACTERS))
          return { items, nextCursor: cursorOf({ kind: last.kind, after: last.position }) };
        items.push(outdated);
      }
      const next: string | null = batch?.next ?? null;
      place = next === null ? afterKind(kind) : { kind, after: next };
    }
    return { items, nextCursor: null };
  }

  private async changesOf(
    { sources }: QuotingItem,
    documentIds: ReadonlySet<string>,
    comparisons: QuoteComparisons,
  ): Promise<QuoteChange[]> {
    const changes: QuoteChange[] = [];
    for (const source of sources) {
      if (changes.length === MOST_QUOTES) break;
      if (!documentIds.has(source.documentId)) continue;
      const change = await comparisons.changeOf(source);
      if (change !== undefined) changes.push(change);
    }
    return changes;
  }
}
