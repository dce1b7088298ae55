import { call, query } from './call.js';
import { CategoryTree } from './documents.js';
import { flag, list, nullable, number, object, page, type Read, text } from './shape.js';

const TaxonomyVersion = object({
  version: text,
  base_version: nullable(text),
  created_at: text,
  active: flag,
  activated_at: nullable(text),
});
export type TaxonomyVersion = Read<typeof TaxonomyVersion>;

const path = list(text);
const Difference = object({
  added: list(path),
  removed: list(path),
  moved: list(object({ from: path, to: path, documents: number })),
  documents_moved: number,
});
export type Difference = Read<typeof Difference>;

const MadeVersion = object({ version: text, diff: Difference });
export type MadeVersion = Read<typeof MadeVersion>;

/** One change of the tree; `to` is the full new path. */
export interface Operation {
  readonly op: 'add' | 'rename' | 'move' | 'merge' | 'remove';
  readonly path: readonly string[];
  readonly to?: readonly string[];
}

const versionUrl = (version: string) => `/taxonomy/versions/${encodeURIComponent(version)}`;

export const listVersions = (cursor: string | null) =>
  call(`/taxonomy/versions${query({ cursor, limit: 50 })}`, page(TaxonomyVersion));

export const readVersionTree = (version: string) => call(`/taxonomy/${encodeURIComponent(version)}/tree`, CategoryTree);

interface NewVersion {
  readonly version: string;
  readonly base: string;
  readonly operations: readonly Operation[];
  /** Only computes the difference. */
  readonly isTrial: boolean;
}

export const makeVersion = ({ version, base, operations, isTrial }: NewVersion) =>
  call(`/taxonomy/versions${query({ dry_run: String(isTrial) })}`, MadeVersion, {
    body: { version, base_version: base, operations },
  });

export const activateVersion = (version: string) =>
  call(`${versionUrl(version)}/activate`, object({ version: text, documents_moved: number }), { method: 'POST' });
