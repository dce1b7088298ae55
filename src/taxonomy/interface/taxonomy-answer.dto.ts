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
  /** The base version; null for the first version. @example "1.0.0" */
  base_version: string | null;
  /** ISO 8601, UTC. @example "2025-03-01T09:30:00.000Z" */
  created_at: string;
  /** Whether it is the active version. @example true */
  active: boolean;
  /** Time of activation, only for the active version. @example "2025-03-02T08:00:00.000Z" */
  activated_at?: string;

  constructor(summary: TaxonomyVersionSummary) {
    this.version = summary.version;
    this.base_version = summary.baseVersion;
    this.created_at = summary.createdAt;
    this.active = summary.active;
    if (summary.activatedAt !== undefined) this.activated_at = summary.activatedAt;
  }
}

/** The source of an answer about the taxonomy. */
export class TaxonomyProvenanceDto {
  /** `own`: the store of this server; `service`: the one of TAXONOMY_BASE. @example "own" */
  @ApiProperty({ enum: ['own', 'service'] })
  source: 'own' | 'service';
  /** `taxonomy` while the service is unavailable: its last answer, or else the categories of this server. @example [] */
  @ApiProperty({ type: [String] })
  degraded: string[];
  /** Seconds since the service returned it. @example 12.4 */
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
  /** Send it as `cursor` for the next page; null on the last. @example "c2" */
  next_cursor: string | null;

  constructor(page: Page<TaxonomyVersionSummary> & Provenance) {
    super(page);
    this.items = page.items.map((item) => new TaxonomyVersionDto(item));
    this.next_cursor = page.nextCursor;
  }
}

/** The version that is active now, and the number of documents that its activation moved. */
export class ActivatedTaxonomyDto extends TaxonomyVersionDto {
  /** Number of documents whose path changed; 0 when it was active already. @example 4 */
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
  /** Number of documents exactly at this path, without those of its children. @example 4 */
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
  /** When the version was created: ISO 8601, UTC. @example "2025-03-01T09:30:00.000Z" */
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
  /** Number of documents exactly at this path, without those of its children. @example 4 */
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
  /** Number of documents exactly at it, without those of its subcategories, which have their own entries. @example 4 */
  @ApiProperty({ type: 'integer' })
  documents: number;

  constructor(move: CategoryMove) {
    this.from = [...move.from];
    this.to = [...move.to];
    this.documents = move.documents;
  }
}

/** The changes of a version against its base. */
export class TaxonomyDiffDto {
  /** Categories that are added. @example [["Database", "Graph"]] */
  @ApiProperty(PATHS)
  added: string[][];
  /** Categories that are removed, without merged ones. @example [["Archive"]] */
  @ApiProperty(PATHS)
  removed: string[][];
  /** Categories whose path changes, merged ones included. */
  moved: CategoryMoveDto[];
  /** Number of documents that an activation of the version would move now. @example 4 */
  @ApiProperty({ type: 'integer' })
  documents_moved: number;

  constructor(diff: TaxonomyDiff) {
    this.added = diff.added.map((path) => [...path]);
    this.removed = diff.removed.map((path) => [...path]);
    this.moved = diff.moved.map((move) => new CategoryMoveDto(move));
    this.documents_moved = diff.documentsMoved;
  }
}

/** A stored operation: labels trimmed and in NFC. */
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

/** A version that was created, or that would be created. */
export class CreatedTaxonomyVersionDto {
  /** SemVer 2.0.0 without build metadata. @example "2.0.0" */
  version: string;
  /** The base version. @example "1.0.0" */
  base_version: string | null;
  /** ISO 8601, UTC; of a dry run, the time of the computation. @example "2025-03-01T09:30:00.000Z" */
  created_at: string;
  /** Whether this only shows the changes: the version does not exist then. @example false */
  dry_run: boolean;
  /** The operations in order. */
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
