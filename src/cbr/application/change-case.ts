import { Injectable } from '@nestjs/common';
import { CategoryFilter } from '../../shared/domain/category-filter.js';
import { displayPath } from '../../shared/domain/category-path.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Case, CaseChanges } from '../domain/case.js';
import { requireInside } from './create-case.js';
import { ShowCases } from './show-cases.js';
import { WriteCases } from './write-cases.js';

/** Changes fields of a case, all or none. */
@Injectable()
export class UpdateCase {
  constructor(
    private readonly cases: WriteCases,
    private readonly showCases: ShowCases,
  ) {}

  /** @throws NotFoundError outside the filter; DomainError (403) if it would be moved outside the filter */
  async update(
    caseId: string,
    changes: CaseChanges,
    filter: CategoryFilter,
  ): Promise<{ readonly before: Case; readonly after: Case }> {
    if (changes.categoryPath !== undefined) requireInside(filter, changes.categoryPath);
    const { categoryPath, ...others } = changes;
    return this.cases.run(async (batch) => {
      const before = await batch.current(caseId, filter);
      if (before === undefined) throw new NotFoundError('case', caseId);
      // A question that an editor wrote is for everybody who sees the category.
      const { author, ...published } = before;
      // The author of a new text for a withheld case has not seen the withheld one.
      const isRewritten =
        others.content !== undefined && (await this.showCases.one(before, filter)).isWithheld === true;
      const after: Case = {
        ...published,
        ...(author === undefined || others.query !== undefined ? {} : { author }),
        ...(isRewritten ? { metadata: {}, sources: [] } : {}),
        ...others,
        ...(categoryPath === undefined ? {} : { categoryPath: displayPath(categoryPath) }),
        updatedAt: this.cases.now(),
      };
      await batch.put(after);
      return { before, after };
    });
  }
}

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
