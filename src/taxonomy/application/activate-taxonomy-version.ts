import { Injectable } from '@nestjs/common';
import { admitsGroups, CategoryFilter } from '../../shared/domain/category-filter.js';
import { Clock } from '../../shared/domain/clock.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { inSlices, EventLoopYielder } from '../../shared/domain/steps.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { assertDepth, assertWithin, movesOf } from '../domain/activation.js';
import { Lineage, placementSteps } from '../domain/lineage.js';
import { visibleTo } from '../domain/placement.js';
import { TaxonomyStore } from '../domain/taxonomy-store.js';
import { TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { CurrentTaxonomy } from './current-taxonomy.js';

export interface Activation {
  readonly summary: TaxonomyVersionSummary;
  readonly documentsMoved: number;
}

function summaryOf({ version }: Lineage, activatedAt: string): TaxonomyVersionSummary {
  const { version: name, baseVersion, createdAt } = version;
  return { version: name, baseVersion, createdAt, active: true, activatedAt };
}

/**
 * Activates a version, or returns to one that was active before: all documents that the caller's groups admit move, or none.
 * Other requests get their turns between the categories; writes of documents wait for the end of the transaction.
 */
@Injectable()
export class ActivateTaxonomyVersion {
  constructor(
    private readonly transaction: Transaction,
    private readonly store: TaxonomyStore,
    private readonly clock: Clock,
    private readonly current: CurrentTaxonomy,
  ) {}

  /**
   * Does nothing when the version is active already. Moves only what the groups of the caller admit.
   * @throws NotFoundError for an unknown version, ConflictError when newer documents do not fit into it, OutsidePathsError
   * when it changes what the caller may not see
   */
  async activateTaxonomyVersion(version: string, filter: CategoryFilter): Promise<Activation> {
    const activation = await this.transaction.run(() => this.activate(version, filter));
    this.current.changedTo(version);
    return activation;
  }

  private async activate(version: string, filter: CategoryFilter): Promise<Activation> {
    const others = new EventLoopYielder();
    const records = this.store.uncommitted;
    const target = await records.lineage(version);
    if (target === undefined) throw new NotFoundError('taxonomy version', version);
    const { active } = target;
    if (active.version === version) return { summary: summaryOf(target, active.activatedAt), documentsMoved: 0 };
    await others.yieldIfDue();
    const left = await records.version(active.version);
    await others.yieldIfDue();
    // Documents that groups hide from the caller stay where they are: the readers of the new place could see them.
    const placements = await inSlices(placementSteps(target), others);
    const moves = movesOf(placements).filter(({ groups }) => admitsGroups(filter, groups));
    await others.yieldIfDue();
    assertWithin(filter, { before: left?.categories ?? [], after: target.version.categories, moves });
    assertDepth(moves, version);
    const activatedAt = this.clock.now().toISOString();
    await this.store.keepPlaces(active.version);
    await others.yieldIfDue();
    await this.store.place(moves, () => others.yieldIfDue());
    await this.store.setActive({ version, activatedAt });
    return {
      summary: summaryOf(target, activatedAt),
      documentsMoved: visibleTo(filter, moves).reduce((sum, row) => sum + row.documents, 0),
    };
  }
}
