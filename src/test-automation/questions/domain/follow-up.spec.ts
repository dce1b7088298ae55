import { lastOf } from '../../../shared/domain/steps.js';
import { SeededRandom } from '../../domain/seeded-random.js';
import { askingsInSteps } from './all-seeds.js';
import { CoreQuestion } from './core-question.js';
import { followUpOf, SoFar } from './follow-up.js';
import { UNDATED } from '../../../../test/support/undated.js';

const seedsOf = (title: string, text: string): CoreQuestion[] =>
  lastOf(
    askingsInSteps({
      documentId: title,
      title,
      text,
      canonicalPath: ['rules'],
      ...UNDATED,
    }),
  );
const seed = (all: readonly CoreQuestion[], question: RegExp): CoreQuestion => {
  const found = all.find(({ forms }) => question.test(forms.polite));
  if (found === undefined) throw new Error(`No question matches ${question.source}.`);
  return found;
};
const so = (used: readonly CoreQuestion[], more: Partial<SoFar>): SoFar => ({
  used,
  last: used.at(-1)!,
  lastAsked: used.slice(-1),
  cores: [],
  random: new SeededRandom('so'),
  tone: 'polite',
  needsTopic: () => false,
  ...more,
});

const KOREAN = seedsOf(
  '가람연구소규정',
  [
    '제4조(소장) 소장은 교수 중에서 총장이 임명하며, 임기는 2년으로 한다.',
    '제5조(단장) 단장은 교수 중에서 총장이 임명한다.',
    '제6조(편집위원회) ① 편집위원회를 둔다.\n② 위원의 임기는 4년으로 한다.',
  ].join('\n'),
);
const ENGLISH = seedsOf(
  'Fleet',
  '## Vans\nThe fleet office approves long trips of delivery vans.\n## Boats\nThe harbor office approves night trips of ferry boats.\n## Passes\nHarbor passes expire after 20 days.',
);

describe('a follow-up', () => {
  it('that has something repeated means all that was said last (both languages)', () => {
    for (const both of [KOREAN.slice(0, 2), ENGLISH.slice(0, 2)])
      expect(followUpOf('confirmation', so(both, { lastAsked: both }))?.cores).toEqual(both);
  });

  it('does not ask for the members of another committee than the one talked about', () => {
    const head = seed(KOREAN, /소장은 누가/u);
    const member = seed(KOREAN, /^위원/u);
    expect(followUpOf('related_expansion', so([head], { cores: [member] }))).toBeUndefined();
    expect(followUpOf('related_expansion', so([head], { cores: [seed(KOREAN, /단장은 누가/u)] }))).toBeDefined();
  });
});
