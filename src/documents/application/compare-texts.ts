import { Injectable } from '@nestjs/common';
import { Transaction } from '../../shared/domain/transaction.js';
import { DuplicateIndex, TextIdentity, UncomparedDocument } from '../domain/duplicate-index.js';
import { IdentifyText } from './identify-text.js';

/** Documents that are read at once: their texts may be long. */
const BATCH = 20;

/** Compares the texts of a store that was filled before texts were compared, so that copies of those are found too. */
@Injectable()
export class CompareTexts {
  constructor(
    private readonly duplicates: DuplicateIndex,
    private readonly texts: IdentifyText,
    private readonly transaction: Transaction,
  ) {}

  /** @returns how many were compared */
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
