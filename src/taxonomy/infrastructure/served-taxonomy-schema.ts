import { parse } from 'semver';
import { z } from 'zod';
import { CategoryPath, displayPath, foldPath, isCategoryPath } from '../../shared/domain/category-path.js';
import { ServedTree } from '../domain/taxonomy-service.js';
import { TaxonomyVersionSummary } from '../domain/taxonomy-version.js';

/** An answer of the service does not have the agreed form; `message` says where. */
export class UnreadableTaxonomyError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnreadableTaxonomyError';
  }
}

const version = z
  .string()
  .refine((text) => parse(text)?.version === text, 'is not a SemVer version without build metadata');
const time = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a time');
const tree = z.object({ version, created_at: time, nodes: z.array(z.unknown()) });
const node = z.object({ path: z.unknown(), children: z.array(z.unknown()).default([]) });
const versions = z.object({
  items: z.array(
    z.object({
      version,
      base_version: version.nullish(),
      created_at: time,
      active: z.boolean().default(false),
      activated_at: time.nullish(),
    }),
  ),
  next_cursor: z.string().nullish(),
});

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new UnreadableTaxonomyError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not of the agreed form'}`);
}

/** Adds a category and its subtree. A child whose path is not below that of its parent shows that the answer is not a tree. */
function collect(nodes: readonly unknown[], parent: CategoryPath, into: CategoryPath[]): void {
  for (const value of nodes) {
    const { path, children } = checked(node, value);
    if (!isCategoryPath(path)) throw new UnreadableTaxonomyError(`${JSON.stringify(path)} is not a category path`);
    if (path.length !== parent.length + 1 || foldPath(path.slice(0, -1)) !== foldPath(parent))
      throw new UnreadableTaxonomyError(`${JSON.stringify(path)} is not below its parent`);
    into.push(displayPath(path));
    collect(children, path, into);
  }
}

/** @throws UnreadableTaxonomyError */
export function readServedTree(value: unknown): ServedTree {
  const { version: name, created_at: createdAt, nodes } = checked(tree, value);
  const categories: CategoryPath[] = [];
  collect(nodes, [], categories);
  return { version: name, createdAt, categories };
}

/** A page of versions. @throws UnreadableTaxonomyError */
export function readServedVersions(value: unknown): {
  readonly items: readonly TaxonomyVersionSummary[];
  readonly nextCursor: string | undefined;
} {
  const { items, next_cursor: nextCursor } = checked(versions, value);
  return {
    nextCursor: nextCursor ?? undefined,
    items: items.map((item) => ({
      version: item.version,
      baseVersion: item.base_version ?? null,
      createdAt: item.created_at,
      active: item.active,
      ...(typeof item.activated_at === 'string' ? { activatedAt: item.activated_at } : {}),
    })),
  };
}
