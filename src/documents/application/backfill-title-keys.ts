import { Injectable } from '@nestjs/common';
import { Transaction } from '../../shared/domain/transaction.js';
import { DocumentStore } from '../domain/document.js';

/** Titles per transaction. */
const BATCH = 500;

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
      const now = await this.transaction.run(() => this.documents.backfillTitleKeys(BATCH));
      spelt += now;
      if (now < BATCH) return spelt;
    }
  }
}
