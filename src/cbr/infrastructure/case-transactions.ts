import { Injectable } from '@nestjs/common';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { PostgresTransaction } from '../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { SqliteTransaction } from '../../shared/infrastructure/database/sqlite-transaction.js';
import { CaseDatabase } from './case-database.js';

/** Units of work on the case base's own file. */
@Injectable()
export class SqliteCaseTransaction extends SqliteTransaction {
  constructor(database: CaseDatabase) {
    super(database.writer, database.log);
  }
}

/** Units of work on the cases of the shared store. */
@Injectable()
export class PostgresCaseTransaction extends PostgresTransaction {
  constructor(database: PostgresDatabase) {
    super(database, 'cases');
  }
}
