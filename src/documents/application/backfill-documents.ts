import { Injectable } from '@nestjs/common';
import { Transaction } from '../../shared/domain/transaction.js';
import { DuplicateIndex, TextIdentity, UncomparedDocument } from '../domain/duplicate-index.js';
import { IdentifyText } from './document-preparation.js';
import { DocumentStore } from '../domain/document.js';

/** Number of documents that are read at once: their texts may be long. */
const BATCH = 20;

/** Computes the hash and sketch of texts that an earlier release stored without them, so that copies of these are found too. */
@Injectable()
export class CompareTexts {
  constructor(
    private readonly duplicates: DuplicateIndex,
    private readonly texts: IdentifyText,
    private readonly transaction: Transaction,
  ) {}

  /** @returns the number of texts */
  async compareTexts(signal?: AbortSignal): Promise<number> {
    for (let compared = 0; ;) {
      const documents = await this.duplicates.uncompared(BATCH);
      if (documents.length === 0 || signal?.aborted === true) return compared;
      const identified: { readonly document: UncomparedDocument; readonly identity: TextIdentity }[] = [];
      for (const document of documents)
        identified.push({ document, identity: await this.texts.identify(document.text) });
      await this.transaction.run(async () => {
        for (const { document, identity } of identified) await this.duplicates.compareBy(document, identity);
      });
      compared += documents.length;
    }
  }
}

/** Titles per transaction. */
const TITLE_BATCH = 500;

/** Computes the trigram keys of titles that an earlier release stored without them, so that a search by title finds these too. */
@Injectable()
export class BackfillTitleKeys {
  constructor(
    private readonly documents: DocumentStore,
    private readonly transaction: Transaction,
  ) {}

  /** @returns the number of new keys */
  async backfill(): Promise<number> {
    let spelt = 0;
    for (;;) {
      const now = await this.transaction.run(() => this.documents.backfillTitleKeys(TITLE_BATCH));
      spelt += now;
      if (now < TITLE_BATCH) return spelt;
    }
  }
}
