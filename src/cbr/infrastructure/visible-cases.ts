import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { categoryCondition } from '../../shared/infrastructure/database/filter-condition.js';
import { Sql, sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { SqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { coversAuthor, readAuthor } from '../domain/case-author.js';

/** There are as many as there are rights of keys that confirmed answers, however many cases came of it. */
export const AUTHORS = 'SELECT DISTINCT author FROM cbr_cases WHERE author IS NOT NULL';

export interface AuthorRow {
  readonly author: string;
}

/**
 * The authors that the filter covers, as they are stored.
 * @param rows distinct authors of all cases
 */
export function coveredAuthors(rows: readonly AuthorRow[], filter: CategoryFilter): string[] {
  return rows.flatMap(({ author: text }) => {
    const author = readAuthor(JSON.parse(text));
    return author !== undefined && coversAuthor(filter, author) ? [text] : [];
  });
}

/** Condition: the case, named `c`, has an allowed category, and its author sees no more than the caller. */
export async function visibleCases(store: SqlStore, filter: CategoryFilter): Promise<Sql> {
  if (filter.kind === 'unrestricted') return sql`1 = 1`;
  const authors = await store.query<AuthorRow>(sql`${trusted(AUTHORS)}`);
  return sql`${categoryCondition(store.dialect, filter, 'c.path_id', 'cbr_')}
    AND (c.author IS NULL OR ${store.dialect.isOneOf('c.author', coveredAuthors(authors, filter))})`;
}
