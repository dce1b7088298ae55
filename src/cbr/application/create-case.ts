import { Injectable } from '@nestjs/common';
import { allows, CategoryFilter, outsideAllowed } from '../../shared/domain/category-filter.js';
import { CategoryPath, displayPath } from '../../shared/domain/category-path.js';
import { ConflictError } from '../../shared/domain/domain-error.js';
import { IdGenerator } from '../../shared/domain/ids.js';
import { Case, CaseDraft } from '../domain/case.js';
import { WriteCases } from './write-cases.js';

/** @throws DomainError (403) if the path is outside the caller's filter */
export function requireInside(filter: CategoryFilter, path: CategoryPath): void {
  if (allows(filter, path)) return;
  throw outsideAllowed(filter, path, 'cases');
}

/** Stores a new case. */
@Injectable()
export class CreateCase {
  constructor(
    private readonly cases: WriteCases,
    private readonly ids: IdGenerator,
  ) {}

  /**
   * @returns the case; a caller limited to some categories gets an id derived from the chosen one
   * @throws ConflictError if a case that the caller may see has the id; DomainError (403) outside the filter
   */
  async create(draft: CaseDraft, filter: CategoryFilter): Promise<Case> {
    requireInside(filter, draft.categoryPath);
    const now = this.cases.now();
    const fields: Omit<Case, 'caseId'> = {
      query: draft.query,
      categoryPath: displayPath(draft.categoryPath),
      content: draft.content,
      qualityScore: draft.qualityScore,
      usageCount: 0,
      successRate: 0,
      metadata: draft.metadata,
      createdAt: now,
      updatedAt: now,
    };
    return this.cases.run(async (batch) => {
      const { caseId } = draft;
      if (caseId !== undefined && (await batch.current(caseId, filter)) !== undefined)
        throw new ConflictError(
          `The case_id '${caseId}' is taken; change that case with PUT, choose another id, or leave case_id out.`,
        );
      const one: Case = {
        caseId: caseId === undefined ? this.ids.next('case') : await batch.freeId(caseId, filter),
        ...fields,
      };
      await batch.put(one);
      return one;
    });
  }
}
