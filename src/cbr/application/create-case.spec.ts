import { type CaseBase, openCaseBase } from '../../../test/support/case-base.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { ConflictError, NotFoundError } from '../../shared/domain/domain-error.js';
import { CaseDraft } from '../domain/case.js';

const STUDY = restrictedTo([['Study']]);
const draft = (caseId: string, categoryPath: string[], content = 'c'): CaseDraft => ({
  caseId,
  query: 'q',
  categoryPath,
  content,
  qualityScore: 0.5,
  metadata: {},
});

describe('the id that a caller chooses for a case', () => {
  let base: CaseBase;
  beforeEach(async () => {
    base = await openCaseBase();
  });
  afterEach(() => base.close());

  it('is stored unchanged for callers who see everything, and is unique', async () => {
    expect((await base.create.create(draft('a', ['Study']), UNRESTRICTED)).caseId).toBe('a');
    await expect(base.create.create(draft('a', ['Other']), UNRESTRICTED)).rejects.toThrow(ConflictError);
    await expect(base.create.create(draft('a', ['Study']), STUDY)).rejects.toThrow(ConflictError);
  });

  it.each([
    ['free', false],
    ['that of a hidden case', true],
  ])('is %s: who sees a part gets the same answer', async (_, isHiddenThere) => {
    if (isHiddenThere) await base.create.create(draft('a', ['Secret'], 'hidden'), UNRESTRICTED);
    const made = await base.create.create(draft('a', ['Study']), STUDY);
    expect(made.caseId).toBe('a~ddf4726c53b8c148');
    expect(await base.read.one('a', STUDY)).toEqual(made);
    await expect(base.create.create(draft('a', ['Study']), STUDY)).rejects.toThrow(ConflictError);
    const changed = await base.update.update('a', { content: 'new' }, STUDY);
    expect(changed.after).toMatchObject({ caseId: made.caseId, content: 'new' });
    await base.remove.delete('a', STUDY);
    await expect(base.read.one('a', STUDY)).rejects.toThrow(NotFoundError);
    if (isHiddenThere) expect((await base.read.one('a', UNRESTRICTED)).content).toBe('hidden');
  });

  it('is free again after the case was moved out of the filter of the caller', async () => {
    const first = await base.create.create(draft('a', ['Study']), STUDY);
    await base.update.update(first.caseId, { categoryPath: ['Secret'] }, UNRESTRICTED);
    const second = await base.create.create(draft('a', ['Study']), STUDY);
    expect(second.caseId).not.toBe(first.caseId);
    expect((await base.read.one('a', STUDY)).caseId).toBe(second.caseId);
  });

  it('has at most 200 characters, and two long ids stay different', async () => {
    const long = 'x'.repeat(199);
    const made = [];
    for (const end of ['1', '2']) made.push(await base.create.create(draft(long + end, ['Study']), STUDY));
    expect(made.map(({ caseId }) => caseId.length)).toEqual([200, 200]);
    expect(made[0]?.caseId).not.toBe(made[1]?.caseId);
  });
});
