import { Injectable, OnModuleInit } from '@nestjs/common';
import { Clock } from '../../shared/domain/clock.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { TaxonomyStore } from '../domain/taxonomy-store.js';
import { FIRST_VERSION } from '../domain/taxonomy-version.js';

/** Creates the first version of a new store, so that there is always an active one. */
@Injectable()
export class EnsureFirstTaxonomy implements OnModuleInit {
  constructor(
    private readonly transaction: Transaction,
    private readonly store: TaxonomyStore,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.ensure();
  }

  ensure(): Promise<void> {
    return this.transaction.run(async () => {
      if ((await this.store.uncommitted.active()) !== undefined) return;
      const now = this.clock.now().toISOString();
      await this.store.insert(
        { version: FIRST_VERSION, baseVersion: null, createdAt: now, operations: [], categories: [] },
        { added: [], removed: [], moved: [], documentsMoved: 0 },
      );
      await this.store.setActive({ version: FIRST_VERSION, activatedAt: now });
    });
  }
}
