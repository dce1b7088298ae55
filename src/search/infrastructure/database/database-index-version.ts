import { PostgresDatabase } from '../../../shared/infrastructure/database/postgres/postgres-database.js';
import { readPosition } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { IndexVersion } from '../../domain/index-version.js';
import { RuleBooks } from './rule-books.js';

/** The position of the shared store. What searches read there needs no following, but for the names of rule books. */
export class DatabaseIndexVersion extends IndexVersion {
  private position = -1;

  constructor(
    private readonly database: PostgresDatabase,
    private readonly books: RuleBooks,
  ) {
    super();
  }

  current(): number {
    return this.position;
  }

  async settled(signal?: AbortSignal): Promise<void> {
    const position = await readPosition(this.database, 'documents', signal);
    await this.books.settle(position);
    this.position = Math.max(this.position, position);
  }
}
