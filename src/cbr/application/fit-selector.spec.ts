import { aRequest, CaseBase, openCaseBase } from '../../../test/support/case-base.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { NEEDED_INTERACTIONS } from '../domain/case-statistics.js';

const pause = () => Promise.resolve();

describe('learning the order of cases', () => {
  let base: CaseBase;
  beforeEach(async () => {
    base = await openCaseBase();
  });
  afterEach(() => base.close());

  async function rate(times: number): Promise<void> {
    for (let n = 0; n < times; n++) {
      const { logId, cases } = await base.suggest.suggest(aRequest({ query: 'leave of absence', k: 3 }), 'key');
      // Users pick the case of the quiet category, which similarity ranks last.
      const taken = cases.find(({ one }) => one.caseId === 'good')?.one.caseId ?? '';
      await base.feedback.give(
        { userId: 'key', logId, caseId: taken },
        { feedback: 'selected', success: true },
        UNRESTRICTED,
      );
    }
  }

  it('is due with a thousand rated interactions, and changes the order if it is requested and verified as better', async () => {
    const make = (caseId: string, query: string, qualityScore: number) =>
      base.create.create(
        { caseId, query, categoryPath: ['Study'], content: 'c', qualityScore, metadata: {} },
        UNRESTRICTED,
      );
    await make('similar', 'leave of absence', 0.2);
    await make('near', 'leave of absence form', 0.2);
    await make('good', 'a long leave of absence', 0.9);
    await rate(NEEDED_INTERACTIONS - 1);
    expect(await base.fit.isDue()).toBe(false);
    await rate(1);
    expect(await base.fit.isDue()).toBe(true);
    const state = await base.fit.fit(pause);
    expect(state).toMatchObject({
      inUse: 'learned',
      fittedOn: NEEDED_INTERACTIONS,
      heldOut: { logs: 200, learned: 1 },
    });
    expect(await base.fit.isDue()).toBe(false);
    const order = async (rankBy: 'similarity' | 'selector') =>
      (await base.find.find(aRequest({ query: 'leave of absence', k: 1, rankBy }))).cases.map(({ one }) => one.caseId);
    expect([await order('similarity'), await order('selector')]).toEqual([['similar'], ['good']]);
    base = await base.reopen();
    expect((await base.selector.state()).inUse).toBe('learned');
  });
});
