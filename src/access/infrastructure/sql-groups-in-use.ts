import { Injectable } from '@nestjs/common';
import { NO_GROUPS_TEXT } from '../../shared/domain/access-groups.js';
import { sql, trusted } from '../../shared/infrastructure/database/postgres/sql.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { GroupsInUse } from '../domain/api-key.js';

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
