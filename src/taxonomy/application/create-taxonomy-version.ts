import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { displayPath } from '../../shared/domain/category-path.js';
import { Clock } from '../../shared/domain/clock.js';
import { ConflictError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { inSlices } from '../../shared/domain/steps.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { OutsidePathsError } from '../domain/activation.js';
import { operationSteps } from '../domain/apply-operations.js';
import { Lineage, placementSteps } from '../domain/lineage.js';
import { targetOutside } from '../domain/operation-faults.js';
import { visibleTo } from '../domain/placement.js';
import { TaxonomyRecords, TaxonomyStore } from '../domain/taxonomy-store.js';
import { CategoryOperation, MAX_CATEGORIES, TaxonomyDiff, TaxonomyVersion } from '../domain/taxonomy-version.js';

export interface NewTaxonomyVersion {
  readonly version: string;
  /** The active version by default. */
  readonly baseVersion?: string | undefined;
  readonly operations: readonly CategoryOperation[];
  /** Checks and computes everything, and stores nothing. */
  readonly dryRun?: boolean;
}

export interface CreatedTaxonomyVersion {
  readonly version: TaxonomyVersion;
  readonly diff: TaxonomyDiff;
}

function inDisplayForm({ op, path, to }: CategoryOperation): CategoryOperation {
  return { op, path: displayPath(path), ...(to === undefined ? {} : { to: displayPath(to) }) };
}

/**
 * The requested base, or the active version.
 * @throws InvalidInputError when it does not exist
 */
async function lineageOfBase(records: TaxonomyRecords, baseVersion: string | undefined): Promise<Lineage> {
  const name = baseVersion ?? (await records.active())?.version;
  const lineage = name === undefined ? undefined : await records.lineage(name);
  if (lineage !== undefined) return lineage;
  const detail = `there is no taxonomy version '${name ?? ''}'; name one that GET /taxonomy/versions lists, or leave it out for the active one`;
  throw new InvalidInputError([{ pointer: '/base_version', detail }]);
}

/** Prepares a version: nothing changes for documents and searches until it is activated. */
@Injectable()
export class CreateTaxonomyVersion {
  constructor(
    private readonly transaction: Transaction,
    private readonly store: TaxonomyStore,
    private readonly clock: Clock,
  ) {}

  /**
   * @param filter what the caller may see: categories outside count as missing, and none can be created there
   * @throws ConflictError when the version exists, InvalidInputError with every fault of the operations or for an unknown base,
   * OutsidePathsError for a new path outside the filter
   */
  async createTaxonomyVersion(request: NewTaxonomyVersion, filter: CategoryFilter): Promise<CreatedTaxonomyVersion> {
    const outside = targetOutside(filter, request.operations);
    if (outside !== undefined) {
      const name = outside.join(' > ');
      throw new OutsidePathsError(
        `The category '${name}' is outside the paths of this key; choose a path inside them.`,
      );
    }
    return await this.transaction.run(() => this.create(request, filter));
  }

  private async create(request: NewTaxonomyVersion, filter: CategoryFilter): Promise<CreatedTaxonomyVersion> {
    const records = this.store.uncommitted;
    if ((await records.version(request.version)) !== undefined) {
      throw new ConflictError(
        `The taxonomy version ${request.version} exists already, and versions never change; choose another number.`,
      );
    }
    const base = await lineageOfBase(records, request.baseVersion);
    const operations = request.operations.map(inDisplayForm);
    const placements = await inSlices(placementSteps(base));
    const before = { categories: base.version.categories, placements: visibleTo(filter, placements) };
    const { faults, state, diff } = await inSlices(operationSteps(before, operations, filter));
    if (faults.length > 0) throw new InvalidInputError(faults);
    if (state.categories.length > MAX_CATEGORIES) throw tooManyCategories(state.categories.length);
    const version: TaxonomyVersion = {
      version: request.version,
      baseVersion: base.version.version,
      createdAt: this.clock.now().toISOString(),
      operations,
      categories: state.categories,
    };
    if (request.dryRun !== true) await this.store.insert(version, diff);
    return { version, diff };
  }
}

function tooManyCategories(count: number): InvalidInputError {
  const detail = `makes ${count} categories, and a version has at most ${MAX_CATEGORIES}; remove or merge some first`;
  return new InvalidInputError([{ pointer: '/operations', detail }]);
}
