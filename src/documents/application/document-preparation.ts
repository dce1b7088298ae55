import { Injectable } from '@nestjs/common';
import { AccessGroups } from '../../shared/domain/access-groups.js';
import { Clock } from '../../shared/domain/clock.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import {
  DocumentDraft,
  DocumentRecord,
  fingerprintText,
  IndexableDocument,
  PassageIndex,
  periodFaults,
  PreparedForIndex,
  StoredDocument,
  ContentFingerprint,
} from '../domain/document.js';
import { PackedOriginal } from '../domain/original.js';
import { assertPassages, PassageSplitter } from '../domain/passage.js';
import { SERVER_ITSELF, TextExtractor } from '../domain/text-extractor.js';
import { EventLoopYielder } from '../../shared/domain/steps.js';
import { TextIdentity } from '../domain/duplicate-index.js';
import { normalizedWords } from '../../text/normalized-text.js';
import { TextSketcher } from '../domain/text-sketch.js';

/** Computes the fingerprint of texts in pieces and yields between the pieces, so that other requests continue. */
@Injectable()
export class IdentifyText {
  constructor(private readonly hash: ContentFingerprint) {}

  fingerprint(text: string): string {
    return this.hash.of(text);
  }

  async identify(text: string, others = new EventLoopYielder()): Promise<TextIdentity> {
    const digest = this.hash.begin();
    const sketcher = new TextSketcher();
    for (const words of normalizedWords(text)) {
      // A line break is in no word, so that two lists of words never give one text.
      digest.add(words.map((word) => `${word}\n`).join(''));
      sketcher.add(words);
      await others.yieldIfDue();
    }
    return { contentHash: digest.end(), sketch: sketcher.sketch() };
  }
}

/** Fields that the store adds to a draft. */
type MadeField = 'contentHash' | 'chunks' | 'createdAt' | 'updatedAt';

export interface PreparedDocument {
  readonly document: DocumentRecord;
  /** The file that the text comes from. */
  readonly original: PackedOriginal | undefined;
  readonly prepared: PreparedForIndex;
}

/** A draft with its id and its final groups. */
export type PlacedDraft = DocumentDraft & { readonly documentId: string; readonly groups: AccessGroups };

/** A draft without the fields that are stored separately or not at all. */
function fieldsOf(draft: PlacedDraft): Omit<StoredDocument, MadeField> {
  const { documentId, title, text, contentType, canonicalPath, sourceUrl } = draft;
  const { date, version, effectiveFrom, effectiveTo, metadata, groups } = draft;
  return {
    documentId,
    title,
    text,
    contentType,
    canonicalPath,
    sourceUrl,
    date,
    version,
    effectiveFrom,
    effectiveTo,
    metadata,
    groups,
  };
}

/** The slow part of storing: extracts text, cuts it into passages, embeds them. Writes nothing. */
@Injectable()
export class DocumentPreparation {
  constructor(
    private readonly extractor: TextExtractor,
    private readonly index: PassageIndex,
    private readonly texts: IdentifyText,
    private readonly clock: Clock,
    private readonly splitter: PassageSplitter,
    private readonly ids: IdGenerator,
  ) {}

  /** The id of a document without one. */
  newId(): string {
    return this.ids.next('doc');
  }

  /** Shows whether a draft differs from the stored document of the same id. */
  fingerprint(draft: DocumentDraft): string {
    return this.texts.fingerprint(fingerprintText(draft));
  }

  /** @throws InvalidInputError when a text holds nothing visible or ends before it begins, or would have more than 50,000 passages */
  async prepare(drafts: readonly PlacedDraft[], caller = SERVER_ITSELF): Promise<PreparedDocument[]> {
    const documents: IndexableDocument[] = [];
    const others = new EventLoopYielder();
    for (const draft of drafts) {
      documents.push(await this.indexable(draft, caller, others));
      await others.yieldIfDue();
    }
    const prepared = await this.index.prepare(documents);
    await others.yieldIfDue();
    return documents.map(({ document }, i) => {
      const own = prepared[i];
      if (own === undefined) throw new Error('The index lost a document.');
      return { document, original: drafts[i]?.original, prepared: own };
    });
  }

  /** Puts what was prepared into the index, each document once. Call inside a Transaction. */
  async writeAll(documents: readonly PreparedDocument[]): Promise<void> {
    await this.index.writeAll(documents.map(({ prepared }) => prepared));
  }

  private async indexable(draft: PlacedDraft, caller: string, others: EventLoopYielder): Promise<IndexableDocument> {
    const { headings: marked = [] } = draft;
    const faults = draft.rereadOf === undefined ? periodFaults(draft) : [];
    if (faults.length > 0) throw new InvalidInputError(faults);
    const { text, headings } =
      draft.contentType === 'text/html' && draft.rereadOf === undefined
        ? await this.extractor.readHtml(draft.text, caller)
        : { text: draft.text, headings: marked };
    // The splitter does not handle a carriage return; a blank in its place keeps every offset.
    const passages = await this.splitter.split({
      text: text.replaceAll('\r\n', ' \n').replaceAll('\r', '\n'),
      contentType: draft.contentType,
      title: draft.title,
      headings,
    });
    assertPassages(passages.length);
    if (passages.length === 0) throw new InvalidInputError([{ pointer: '/text', detail: 'holds no visible text' }]);
    const now = this.clock.now().toISOString();
    const identity = { fingerprint: this.fingerprint(draft), ...(await this.texts.identify(text, others)) };
    return {
      document: {
        ...fieldsOf(draft),
        text,
        headings,
        ...(draft.places === undefined ? {} : { places: draft.places }),
        ...identity,
        chunks: passages.length,
        createdAt: now,
        updatedAt: now,
      },
      passages,
    };
  }
}
