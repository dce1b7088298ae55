import { Injectable } from '@nestjs/common';
import { CaseIndex } from '../domain/case-index.js';
import { CaseStore } from '../domain/case-store.js';

/** Number of cases in the store and in the index; a difference is a fault. */
@Injectable()
export class CaseTotals {
  constructor(
    private readonly store: CaseStore,
    private readonly index: CaseIndex,
  ) {}

  async read(): Promise<{ readonly stored: number; readonly indexed: number }> {
    return { stored: await this.store.count(), indexed: this.index.size };
  }
}
