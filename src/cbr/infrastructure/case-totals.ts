import { Injectable } from '@nestjs/common';
import { CaseIndex } from '../domain/case-index.js';
import { CaseStore } from '../domain/case-store.js';

/** Cases in the file and in the index; they are the same, or something is wrong. */
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
