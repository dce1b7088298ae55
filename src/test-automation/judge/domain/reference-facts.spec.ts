import { factsOfReference } from './reference-facts.js';

describe('facts of a reference answer', () => {
  it.each([
    ['하루에 500원입니다.', [['500원']]],
    ['Within 14 days, at the desk.', [['14 days']]],
    ['책은 창구에 낸다.', [['책은 창구에 낸다.']]],
    [undefined, []],
  ])('%s', (reference, facts) => {
    expect(factsOfReference(reference)).toEqual(facts);
  });

  it('are a denial for one that says no', () => {
    expect(factsOfReference('No, that is not possible.')[0]).toContain('not allowed');
  });
});
