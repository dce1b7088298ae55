import { Injectable } from '@nestjs/common';
import { isCategoryPath } from '../../shared/domain/category-path.js';
import { fieldOf } from '../../shared/domain/free-map.js';
import { LruCache } from '../../shared/domain/lru-cache.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { AccessSqlStore, MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { SCOPES } from '../domain/caller.js';
import { GroupMappings, MappingRule, MappingVersion, NO_MAPPING } from '../domain/group-mapping.js';
import { readList } from './key-row.js';
import { NO_GROUPS_TEXT } from '../../shared/domain/access-groups.js';
import { GroupsInUse } from '../domain/api-key.js';

/** A row of group_mappings. */
export interface MappingRow {
  readonly version: number;
  /** JSON. */
  readonly rules: string;
  readonly created_at: string;
  readonly created_by: string;
}

export const NEWEST_MAPPING = sql`SELECT * FROM group_mappings ORDER BY version DESC LIMIT 1`;

/** The texts of the newest versions, read once. */
const readRules = new LruCache<string, readonly MappingRule[]>(4);

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** An unreadable part gives nothing. */
function toRule(value: unknown): readonly MappingRule[] {
  const providerGroup = fieldOf(value, 'providerGroup');
  if (typeof providerGroup !== 'string') return [];
  const scopes = new Set(listOf(fieldOf(value, 'scopes')));
  const paths = fieldOf(value, 'allowedCategoryPaths');
  return [
    {
      providerGroup,
      scopes: SCOPES.filter((scope) => scopes.has(scope)),
      allowedCategoryPaths: paths === null ? null : listOf(paths).filter(isCategoryPath),
      groups: listOf(fieldOf(value, 'groups')).filter((name) => typeof name === 'string'),
    },
  ];
}

function rulesOf(json: string): readonly MappingRule[] {
  const known = readRules.get(json);
  if (known !== undefined) return known;
  const rules = readList(json).flatMap(toRule);
  readRules.set(json, rules);
  return rules;
}

/** @param row with nulls before the first version */
export function toMapping(row: { readonly [name in keyof MappingRow]: MappingRow[name] | null }): MappingVersion {
  if (row.version === null || row.rules === null) return NO_MAPPING;
  return {
    version: row.version,
    rules: rulesOf(row.rules),
    createdAt: row.created_at,
    createdBy: row.created_by,
  };
}

/** Versions of the mapping. */
@Injectable()
export class SqlGroupMappings extends GroupMappings {
  constructor(private readonly store: AccessSqlStore) {
    super();
  }

  async current(): Promise<MappingVersion> {
    const row = await this.store.one<MappingRow>(NEWEST_MAPPING);
    return row === undefined ? NO_MAPPING : toMapping(row);
  }

  async list(before: number, limit: number): Promise<readonly MappingVersion[]> {
    const rows = await this.store.query<MappingRow>(
      sql`SELECT * FROM group_mappings WHERE version < CAST(${before} AS bigint) ORDER BY version DESC LIMIT ${limit}`,
    );
    return rows.map(toMapping);
  }

  async add(added: MappingVersion & { readonly createdAt: string; readonly createdBy: string }): Promise<boolean> {
    const stored = await this.store.change(sql`
      INSERT INTO group_mappings (version, rules, created_at, created_by)
      VALUES (${added.version}, ${JSON.stringify(added.rules)}, ${added.createdAt}, ${added.createdBy})
      ON CONFLICT (version) DO NOTHING`);
    return stored > 0;
  }
}

/** A constant of this program, so that the partial index serves the query. */
const NONE = trusted(`'${NO_GROUPS_TEXT}'`);

/** Reads the rows of categories: one look-up in an index that holds only rows with groups. */
@Injectable()
export class SqlGroupsInUse extends GroupsInUse {
  constructor(private readonly store: MainSqlStore) {
    super();
  }

  async any(): Promise<boolean> {
    return (
      (await this.store.one(sql`SELECT 1 FROM category_paths WHERE access_groups <> ${NONE} LIMIT 1`)) !== undefined
    );
  }
}
