import { readPosition } from '../../../shared/infrastructure/database/postgres/postgres-transaction.js';
import { IndexVersion } from '../../domain/index-version.js';
import { DatabaseSearch } from './database-ranking.js';

/**
 * The position of the shared store. Searches read that store directly, so only the names of rule books have to be kept
 * up to date.
 */
export class DatabaseIndexVersion extends IndexVersion {
  private position = -1;

  constructor(private readonly search: Pick<DatabaseSearch, 'database' | 'books' | 'position'>) {
    super();
  }

  current(): number {
    return this.position;
  }

  async settled(signal?: AbortSignal): Promise<void> {
    const position = await readPosition(this.search.database, 'documents', signal);
    this.search.position = Math.max(this.search.position, position);
    await this.search.books.settle(position);
    this.position = Math.max(this.position, position);
  }
}
