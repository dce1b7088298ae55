import { Injectable } from '@nestjs/common';
import { allows, CategoryFilter } from '../../shared/domain/category-filter.js';
import { CategoryPath, foldedPrefixes, foldPath } from '../../shared/domain/category-path.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { decodeCursor, encodeCursor, Page } from '../../shared/domain/page.js';
import { categoryMeant } from '../domain/categories-by-name.js';
import { categoryTree } from '../domain/category-tree.js';
import { placementsOf } from '../domain/lineage.js';
import { Placement } from '../domain/placement.js';
import { TaxonomyRecords } from '../domain/taxonomy-store.js';
import { ServedTree, TaxonomyService, Cached } from '../domain/taxonomy-service.js';
import { CURRENT, TaxonomyVersionSummary } from '../domain/taxonomy-version.js';
import { OwnTaxonomy } from './own-taxonomy.js';
import { TaxonomyTree } from './read-taxonomy-tree.js';
import { MissingCategory, PageRequest, Provenance, TAXONOMY_MARK, TaxonomyReader } from './taxonomy-reader.js';

function provenance({ ageS, isStale }: Cached<unknown>): Provenance {
  return { source: 'service', degraded: isStale ? [TAXONOMY_MARK] : [], ageS };
}

/**
 * The taxonomy of an external service: its versions and categories, with the documents of this server's store. If the service was never
 * reached, the categories of this store are returned, marked as degraded.
 */
@Injectable()
export class ServedTaxonomy extends TaxonomyReader {
  constructor(
    private readonly service: TaxonomyService,
    private readonly own: OwnTaxonomy,
    private readonly records: TaxonomyRecords,
  ) {
    super();
  }

  current(): Promise<string> {
    const version = this.service.current()?.value.version;
    return version === undefined ? this.own.current() : Promise.resolve(version);
  }

  degraded(): readonly string[] {
    return this.service.current()?.isStale === false ? [] : [TAXONOMY_MARK];
  }

  async versions({ limit, cursor }: PageRequest): Promise<Page<TaxonomyVersionSummary> & Provenance> {
    const from = decodeCursor(cursor);
    const told = await this.service.versions();
    const items = told.value.slice(from, from + limit);
    const nextCursor = from + limit < told.value.length ? encodeCursor(from + limit) : null;
    return { items, nextCursor, ...provenance(told) };
  }

  /** Adds categories that hold documents and that the service does not have; otherwise nobody would find these documents. */
  async tree(version: string, filter: CategoryFilter): Promise<TaxonomyTree & Provenance> {
    const told = await this.told(version);
    if (told === undefined) return { ...(await this.own.tree(CURRENT, filter)), degraded: [TAXONOMY_MARK] };
    const { version: name, createdAt, categories } = told.value;
    const nodes = categoryTree({ categories, placements: await this.placements() }, filter);
    return { version: name, createdAt, nodes, ...provenance(told) };
  }

  /** @throws TryLaterError when the service is unavailable and the version is not cached */
  async missing(
    version: string,
    paths: readonly CategoryPath[],
    filter: CategoryFilter,
  ): Promise<readonly MissingCategory[]> {
    const known = this.service.current();
    const { value } = known?.value.version === version ? known : await this.service.tree(version);
    const categories = value.categories.filter((path) => allows(filter, path));
    const visible = new Set(categories.flatMap(foldedPrefixes));
    const nodes = () => categoryTree({ categories, placements: [] }, filter);
    const missing: MissingCategory[] = [];
    for (const path of paths) {
      if (visible.has(foldPath(path))) continue;
      const holdsDocuments = await this.records.holdsDocuments(path, filter);
      missing.push({ path, holdsDocuments, meant: categoryMeant(nodes(), path) });
    }
    return missing;
  }

  assertWritable(): void {
    throw new DomainError(
      'not-available',
      'external-taxonomy',
      'The taxonomy is kept by the service of TAXONOMY_BASE; make and activate its versions there, or unset TAXONOMY_BASE.',
    );
  }

  private async told(version: string): Promise<Cached<ServedTree> | undefined> {
    const known = this.service.current();
    return version === CURRENT || known?.value.version === version ? known : this.service.tree(version);
  }

  /** The categories of the documents in this server's store. */
  private async placements(): Promise<readonly Placement[]> {
    const active = (await this.records.active())?.version;
    const lineage = active === undefined ? undefined : await this.records.lineage(active);
    return lineage === undefined ? [] : placementsOf(lineage);
  }
}
