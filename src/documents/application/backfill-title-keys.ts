import { Injectable } from '@nestjs/common';
import { Transaction } from '../../shared/domain/transaction.js';
import { DocumentStore } from '../domain/document.js';

/** Titles a transaction. */
const BATCH = 500;

/** Spells the titles of a store that was filled before documents were found by rough titles, so that those are found too. */
@Injectable()
export class BackfillTitleKeys {
  constructor(
    private readonly documents: DocumentStore,
    private readonly transaction: Transaction,
  ) {}

  /** @returns how many were spelt */
  async backfill(): Promise<number> {
    let spelt = 0;
    for (;;) {
      const now = await this.transaction.run(() => this.documents.backfillTitleKeys(BATCH));
      spelt += now;
      if (now < BATCH) return spelt;
    }
  }
}
