import { Case } from '../../src/cbr/domain/case.js';

/** A case with these fields; the rest is filled in. */
export function aCase(fields: Partial<Case> = {}): Case {
  return {
    caseId: 'case-1',
    query: 'How long may a leave of absence last?',
    categoryPath: ['Study', 'Leave'],
    content: 'Six semesters in all.',
    qualityScore: 0.5,
    usageCount: 0,
    successRate: 0,
    metadata: {},
    createdAt: '2026-11-01T09:00:00.000Z',
    updatedAt: '2026-11-01T09:00:00.000Z',
    ...fields,
  };
}
