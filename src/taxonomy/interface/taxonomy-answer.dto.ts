import { ApiProperty } from '@nestjs/swagger';
import { Page } from '../../shared/domain/page.js';
import { Activation } from '../application/activate-taxonomy-version.js';
import { CreatedTaxonomyVersion } from '../application/create-taxonomy-version.js';
import { TaxonomyTree } from '../application/read-taxonomy-tree.js';
import { Provenance } from '../application/taxonomy-reader.js';
import { CategoryTreeNode } from '../domain/category-tree.js';
import {
  CategoryMove,
  CategoryOperation,
  OperationKind,
  TaxonomyDiff,
  TaxonomyVersionSummary,
} from '../domain/taxonomy-version.js';

/** The compiler plugin does not see through a list of lists. */
const PATHS = { type: 'array', items: { type: 'array', items: { type: 'string' } } } as const;

/** A version of the taxonomy. */
export class TaxonomyVersionDto {
  /** SemVer 2.0.0 without build metadata. @example "2.0.0" */
  version: string;
  /** The version that it changes; null for the first. @example "1.0.0" */
  base_version: string | null;
  /** ISO 8601, UTC. @example "2025-03-01T09:30:00.000Z" */
  created_at: string;
  /** Whether documents and searches go by it now. @example true */
  active: boolean;
  /** Since when it is active, only for the active version. @example "2025-03-02T08:00:00.000Z" */
  activated_at?: string;

  constructor(summary: TaxonomyVersionSummary) {
    this.version = summary.version;
    this.base_version = summary.baseVersion;
    this.created_at = summary.createdAt;
    this.active = summary.active;
    if (summary.activatedAt !== undefined) this.activated_at = summary.activatedAt;
  }
}

/** Where an answer about the taxonomy comes from. */
export class TaxonomyProvenanceDto {
  /** `own`: the store of this server; `service`: the one of TAXONOMY_BASE. @example "own" */
  @ApiProperty({ enum: ['own', 'service'] })
  source: 'own' | 'service';
  /** `taxonomy` while the service is away: what it told last, or else the own categories. @example [] */
  @ApiProperty({ type: [String] })
  degraded: string[];
  /** Seconds since the service told it. @example 12.4 */
  age_s?: number;

  constructor({ source, degraded, ageS }: Provenance) {
    this.source = source;
    this.degraded = [...degraded];
    if (ageS !== undefined) this.age_s = Math.round(ageS * 10) / 10;
  }
}

/** A page of versions, newest first. */
export class TaxonomyVersionsDto extends TaxonomyProvenanceDto {
  items: TaxonomyVersionDto[];
  /** To be sent as `cursor` for the next page; null on the last. @example "c2" */
  next_cursor: string | null;

  constructor(page: Page<TaxonomyVersionSummary> & Provenance) {
    super(page);
    this.items = page.items.map((item) => new TaxonomyVersionDto(item));
    this.next_cursor = page.nextCursor;
  }
}

/** The version that is active now, and how many documents that moved. */
export class ActivatedTaxonomyDto extends TaxonomyVersionDto {
  /** Documents that are shown under another path than before; 0 when it was active already. @example 4 */
  @ApiProperty({ type: 'integer' })
  documents_moved: number;

  constructor(activation: Activation) {
    super(activation.summary);
    this.documents_moved = activation.documentsMoved;
  }
}

/** A category. */
export class CategoryNodeDto {
  /** Labels from the top down. @example ["Database"] */
  path: string[];
  /** Documents exactly at this path, without those of its children. @example 4 */
  @ApiProperty({ type: 'integer' })
  document_count: number;
  /** Categories one level below, by label. */
  children: CategoryNodeDto[];

  constructor(node: CategoryTreeNode) {
    this.path = [...node.path];
    this.document_count = node.documentCount;
    this.children = node.children.map((child) => new CategoryNodeDto(child));
  }
}

/** The categories of a version that the caller may see. */
export class TaxonomyTreeDto extends TaxonomyProvenanceDto {
  /** SemVer 2.0.0 without build metadata. @example "1.0.0" */
  version: string;
  /** When the version was made: ISO 8601, UTC. @example "2025-03-01T09:30:00.000Z" */
  created_at: string;
  /** The top categories, by label. */
  nodes: CategoryNodeDto[];

  constructor(tree: TaxonomyTree & Provenance) {
    super(tree);
    this.version = tree.version;
    this.created_at = tree.createdAt;
    this.nodes = tree.nodes.map((node) => new CategoryNodeDto(node));
  }
}

/** A category that resembles a name. */
export class NamedCategoryDto {
  /** Labels from the top down. @example ["Database"] */
  path: string[];
  /** Documents exactly at this path, without those of its children. @example 4 */
  @ApiProperty({ type: 'integer' })
  document_count: number;

  constructor(node: CategoryTreeNode) {
    this.path = [...node.path];
    this.document_count = node.documentCount;
  }
}

/** Categories that resemble a name, nearest first. */
export class NamedCategoriesDto extends TaxonomyProvenanceDto {
  /** SemVer 2.0.0 without build metadata. @example "1.0.0" */
  version: string;
  items: NamedCategoryDto[];

  constructor(tree: TaxonomyTree & Provenance, found: readonly CategoryTreeNode[]) {
    super(tree);
    this.version = tree.version;
    this.items = found.map((node) => new NamedCategoryDto(node));
  }
}

/** A category that changes its path. */
export class CategoryMoveDto {
  /** Path in the base version. @example ["Database", "SQL"] */
  from: string[];
  /** Path in this version. @example ["Database", "Relational"] */
  to: string[];
  /** Documents exactly at it, without those of its subcategories, which have their own entries. @example 4 */
  @ApiProperty({ type: 'integer' })
  documents: number;

  constructor(move: CategoryMove) {
    this.from = [...move.from];
    this.to = [...move.to];
    this.documents = move.documents;
  }
}

/** What a version changes against its base. */
export class TaxonomyDiffDto {
  /** Categories that come into being. @example [["Database", "Graph"]] */
  @ApiProperty(PATHS)
  added: string[][];
  /** Categories that end, without those that were merged. @example [["Archive"]] */
  @ApiProperty(PATHS)
  removed: string[][];
  /** Categories that change their path, merged ones among them. */
  moved: CategoryMoveDto[];
  /** Documents that activating the version moves, as of now. @example 4 */
  @ApiProperty({ type: 'integer' })
  documents_moved: number;

  constructor(diff: TaxonomyDiff) {
    this.added = diff.added.map((path) => [...path]);
    this.removed = diff.removed.map((path) => [...path]);
    this.moved = diff.moved.map((move) => new CategoryMoveDto(move));
    this.documents_moved = diff.documentsMoved;
  }
}

/** An operation as it is stored: labels trimmed and in NFC. */
export class StoredOperationDto {
  /** @example "rename" */
  op: OperationKind;
  /** @example ["Database", "SQL"] */
  path: string[];
  /** @example ["Database", "Relational"] */
  to?: string[];

  constructor(operation: CategoryOperation) {
    this.op = operation.op;
    this.path = [...operation.path];
    if (operation.to !== undefined) this.to = [...operation.to];
  }
}

/** A version as it was made, or as it would be made. */
export class CreatedTaxonomyVersionDto {
  /** SemVer 2.0.0 without build metadata. @example "2.0.0" */
  version: string;
  /** The version that it changes. @example "1.0.0" */
  base_version: string | null;
  /** ISO 8601, UTC; of a dry run, when it was worked out. @example "2025-03-01T09:30:00.000Z" */
  created_at: string;
  /** Whether this only shows what would change: the version does not exist then. @example false */
  dry_run: boolean;
  /** The operations in their order. */
  operations: StoredOperationDto[];
  /** What changes when the version is activated. */
  diff: TaxonomyDiffDto;

  constructor({ version, diff }: CreatedTaxonomyVersion, dryRun: boolean) {
    this.version = version.version;
    this.base_version = version.baseVersion;
    this.created_at = version.createdAt;
    this.dry_run = dryRun;
    this.operations = version.operations.map((operation) => new StoredOperationDto(operation));
    this.diff = new TaxonomyDiffDto(diff);
  }
}
