import { createHash } from 'node:crypto';
import { ConfigurationDraft, ConfigurationSchema, ConfigurationVersion } from '../domain/configuration-version.js';
import { isPatch, parseJson } from '../domain/json-patch.js';

/** A row of configuration_versions. */
export interface ConfigurationRow {
  readonly version: number;
  readonly hash: string;
  readonly files_hash: string;
  readonly patches: string;
  readonly document: string;
  readonly note: string;
  readonly created_at: string;
  readonly created_by: string | null;
}

/** Displayed characters of a hash: enough to distinguish two versions. */
const SHOWN = 12;

/** The stored form of a draft's document, and its short hash. */
export function storedDocument(draft: ConfigurationDraft): { readonly document: string; readonly hash: string } {
  const document = JSON.stringify(draft.document);
  return { document, hash: createHash('sha256').update(document).digest('hex').slice(0, SHOWN) };
}

/** @throws InvalidInputError if this version does not accept the document */
export function toConfigurationVersion(row: ConfigurationRow, schema: ConfigurationSchema): ConfigurationVersion {
  const patches = parseJson(row.patches);
  return {
    version: row.version,
    hash: row.hash,
    filesHash: row.files_hash,
    patches: Array.isArray(patches) ? patches.filter(isPatch) : [],
    document: schema.check(parseJson(row.document)),
    note: row.note,
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}
