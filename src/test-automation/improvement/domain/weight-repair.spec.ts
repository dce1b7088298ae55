import { TUNABLES, weightChanges } from './weight-repair.js';

describe('weightChanges', () => {
  it('tries every other value of a number that the configuration has, and of no other', () => {
    const path = '/pipeline/search/first/words';
    const changes = weightChanges({ version: 1, intents: [], synonyms: [], numbers: new Map([[path, 0]]) });
    const values = TUNABLES.find((tunable) => tunable.path === path)?.values.filter((value) => value !== 0);
    expect(changes.map(({ to }) => to)).toEqual(values);
    expect(changes[0]?.patch).toEqual([{ op: 'replace', path, value: values?.[0] }]);
  });
});
