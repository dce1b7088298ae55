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
  isClear: () => true,
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

  it('asks the same about another one without naming what it asks (Korean)', () => {
    const made = followUpOf('condition_change', so([seed(KOREAN, /^소장은 누가/u)], { cores: KOREAN }));
    expect(made?.text).toBe('그럼 단장은요?');
    expect(made?.cores[0]?.quote).toContain('단장');
    expect(made?.isWhole).not.toBe(true);
  });

  it('asks the same about another case without naming what it asks (English)', () => {
    const crew = seedsOf(
      'Crew',
      '## Help\nIf you lose a key of the boat, contact the harbor office.\n## Pay\nIf you miss a night shift, contact the crew manager.',
    );
    const [first, second] = crew;
    if (first === undefined || second === undefined) throw new Error('A question is missing.');
    const made = followUpOf('condition_change', so([first], { cores: crew }));
    expect(made?.text).toBe('And if I miss a night shift?');
    expect(made?.implied).toEqual(['who do I talk to']);
    const elsewhere = crew.map((core) => (core === second ? { ...core, documentId: 'other' } : core));
    expect(followUpOf('condition_change', so([first], { cores: elsewhere }))?.text).not.toBe(made?.text);
  });

  it('says whether it names all that its answer depends on', () => {
    const [first, ...others] = ENGLISH;
    if (first === undefined) throw new Error('A question is missing.');
    const whole = (isClear: boolean) =>
      followUpOf('clarification', so([first], { cores: others, isClear: () => isClear }))?.isWhole;
    expect([whole(true), whole(false)]).toEqual([true, false]);
  });
});
