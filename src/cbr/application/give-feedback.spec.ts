import { aRequest, CaseBase, openCaseBase } from '../../../test/support/case-base.js';
import { restrictedTo, UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { NotFoundError } from '../../shared/domain/domain-error.js';
import { Feedback } from '../domain/feedback.js';

describe('feedback', () => {
  let base: CaseBase;
  let logId: string;
  beforeEach(async () => {
    base = await openCaseBase();
    for (const caseId of ['a', 'b'])
      await base.create.create(
        { caseId, query: 'leave of absence', categoryPath: ['Study'], content: 'c', qualityScore: 0.5, metadata: {} },
        UNRESTRICTED,
      );
    ({ logId } = await base.suggest.suggest(aRequest({ query: 'leave' }), 'key'));
  });
  afterEach(() => base.close());

  const give = (
    caseId: string,
    feedback: Feedback,
    more: { log?: string; user?: string; success?: boolean | null } = {},
  ) =>
    base.feedback.give(
      { userId: more.user ?? 'key', logId: more.log ?? logId, caseId },
      { feedback, success: more.success === undefined ? true : more.success },
      UNRESTRICTED,
    );
  const state = () => base.statistics.read(UNRESTRICTED, 'key');
  const log = async () =>
    (await base.logs.list({ userId: 'key', filter: UNRESTRICTED, limit: 1, successOnly: false })).logs[0];

  it('changes case, log and counters together', async () => {
    expect(await give('a', 'selected')).toEqual({ qualityScore: 0.6, usageCount: 1, logBound: true, counted: true });
    expect(await log()).toMatchObject({ pickedCaseIds: ['a'], feedback: 'selected', successFlag: true });
    expect(await base.read.one('a', UNRESTRICTED)).toMatchObject({ qualityScore: 0.6, usageCount: 1, successRate: 1 });
    expect((await state()).counts).toMatchObject({ rated: 1, successful: 1, totalUsage: 1, mostUsed: { caseId: 'a' } });
  });

  it('counts repeated feedback once, and replaces different feedback', async () => {
    await give('a', 'thumbs_up');
    expect(await give('a', 'thumbs_up')).toMatchObject({ usageCount: 1, counted: false });
    expect(await give('a', 'thumbs_down', { success: false })).toEqual({
      qualityScore: 0.4,
      usageCount: 1,
      logBound: true,
      counted: true,
    });
    expect(await log()).toMatchObject({ pickedCaseIds: [], feedback: 'thumbs_down', successFlag: false });
    expect((await state()).counts).toMatchObject({ rated: 1, successful: 0 });
    expect((await base.read.one('a', UNRESTRICTED)).successRate).toBe(0);
  });

  it('counts an ignored case without success as used, and neither as a success nor as a failure', async () => {
    expect(await give('a', 'ignored', { success: null })).toMatchObject({ qualityScore: 0.5, usageCount: 1 });
    expect((await state()).counts).toMatchObject({ rated: 0, successful: 0 });
    expect((await state()).successRate).toBe(0);
  });

  it('is stored, but not linked to a log of another key or to one that suggested something else', async () => {
    expect(await give('a', 'thumbs_up', { user: 'another key' })).toMatchObject({ logBound: false, qualityScore: 0.6 });
    await base.create.create(
      { caseId: 'c', query: 'x', categoryPath: ['Study'], content: 'c', qualityScore: 0.5, metadata: {} },
      UNRESTRICTED,
    );
    expect(await give('c', 'thumbs_up')).toMatchObject({ logBound: false });
    expect(await give('a', 'thumbs_up', { log: 'unheard of' })).toMatchObject({ logBound: false, qualityScore: 0.7 });
    expect(await log()).toMatchObject({ logId: 'unheard of', suggestedCaseIds: [], pickedCaseIds: ['a'] });
  });

  it('changes nothing if the case does not exist or is outside the filter', async () => {
    const key = { userId: 'key', logId, caseId: 'a' };
    const rating = { feedback: 'thumbs_up', success: true } as const;
    await expect(base.feedback.give({ ...key, caseId: 'nobody' }, rating, UNRESTRICTED)).rejects.toThrow(NotFoundError);
    await expect(base.feedback.give(key, rating, restrictedTo([['Other']]))).rejects.toThrow(NotFoundError);
    expect((await state()).counts).toMatchObject({ rated: 0, totalUsage: 0 });
  });

  it('stays in the counters after its case is deleted, while its log is deleted or no longer names the case', async () => {
    await give('a', 'selected');
    const own = await base.suggest.suggest(aRequest({ query: 'leave', k: 1 }), 'key');
    expect(own.cases.map(({ one }) => one.caseId)).toEqual(['a']);
    await base.remove.delete('a', UNRESTRICTED);
    const { logs } = await base.logs.list({ userId: 'key', filter: UNRESTRICTED, limit: 9, successOnly: false });
    expect(logs.map((l) => [l.logId, l.suggestedCaseIds, l.pickedCaseIds])).toEqual([[logId, ['b'], []]]);
    expect((await state()).counts).toMatchObject({ cases: 1, rated: 1, successful: 1 });
  });

  it('returns the counters within the filter of the caller, and only its own suggestions', async () => {
    await base.create.create(
      { caseId: 's', query: 'leave', categoryPath: ['Secret'], content: 'c', qualityScore: 1, metadata: {} },
      UNRESTRICTED,
    );
    await give('s', 'thumbs_up', { log: 'x' });
    await give('a', 'thumbs_down', { success: false });
    const seen = await base.statistics.read(restrictedTo([['Study']]), 'somebody');
    expect(seen.counts).toMatchObject({ cases: 2, rated: 1, successful: 0, suggestions: [], p95ResponseMs: 0 });
    expect(seen.counts.categories).toEqual([{ path: ['Study'], cases: 2 }]);
    expect(seen.counts.mostUsed?.caseId).toBe('a');
    expect((await state()).counts).toMatchObject({ cases: 3, rated: 2, successful: 1 });
  });
});
