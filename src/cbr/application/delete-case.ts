import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { WriteCases } from './write-cases.js';

/** Removes a case with its logs; the counters stay. */
@Injectable()
export class DeleteCase {
  constructor(private readonly cases: WriteCases) {}

  /** @returns when it was deleted, ISO 8601. @throws NotFoundError outside the filter */
  delete(caseId: string, filter: CategoryFilter): Promise<string> {
    return this.cases.run(async (batch) => {
      const one = await batch.current(caseId, filter);
      if (one === undefined) throw new NotFoundError('case', caseId);
      await batch.remove(one.caseId);
      return this.cases.now();
    });
  }
}
