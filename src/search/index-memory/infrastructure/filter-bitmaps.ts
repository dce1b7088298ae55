import type Database from 'better-sqlite3';
import { filterCondition } from '../../../shared/infrastructure/database/filter-condition.js';
import { PreparedStatements } from '../../../shared/infrastructure/database/prepared-statements.js';
import { CategoryFilter, filterKey } from '../../../shared/domain/category-filter.js';
import { SearchScope } from '../../ranking/domain/search-index.js';
import { PassageSlots } from './passage-slots.js';
import { LruCache } from '../../../shared/domain/lru-cache.js';

/** Number of scopes cached between two changes of the store: callers use a few filters repeatedly. */
const REMEMBERED = 64;

export type Mask = Uint8Array | undefined;

/**
 * The scope of a search as a mask over the slots; the database evaluates the filter's own condition to decide which
 * categories are allowed.
 */
export class FilterBitmaps {
  private readonly statements: PreparedStatements;
  private changes = 0;
  private readonly known = new LruCache<string, { readonly mask: Mask }>(REMEMBERED);

  constructor(
    reader: Database.Database,
    private readonly slots: PassageSlots,
  ) {
    this.statements = new PreparedStatements(reader);
  }

  /** Call after each change of a passage or a category. */
  forget(): void {
    this.known.clear();
    this.changes++;
  }

  /** Increases with every change: a result computed from a mask is valid while this is unchanged. */
  get version(): number {
    return this.changes;
  }

  /** 1 for each slot inside the scope; undefined if every slot is inside. */
  of(scope: SearchScope): Mask {
    const { filter, asOf } = scope;
    const key = `${asOf ?? ''} ${filterKey(filter)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known.mask;
    const mask = this.slots.mask(this.allowedPaths(filter), asOf);
    this.known.set(key, { mask });
    return mask;
  }

  /** 1 for each slot that a filter admits, on any day. */
  ofAnyDay(filter: CategoryFilter): Uint8Array {
    const mask = this.slots.mask(this.allowedPaths(filter), undefined);
    return mask ?? new Uint8Array(this.slots.length).fill(1);
  }

  /** Undefined if all are allowed. */
  private allowedPaths(filter: CategoryFilter): Set<number> | undefined {
    if (filter.kind === 'unrestricted') return undefined;
    const condition = filterCondition(filter, 'id');
    const ids = this.statements
      .get<{ id: number }>(`SELECT id FROM category_paths WHERE ${condition.sql}`)
      .all(...condition.params);
    const total = Number(this.statements.get('SELECT count(*) FROM category_paths').pluck().get());
    return ids.length === total ? undefined : new Set(ids.map((row) => row.id));
  }
}
