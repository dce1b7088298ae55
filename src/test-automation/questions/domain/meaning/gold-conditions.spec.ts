import { lastOf } from '../../../../shared/domain/steps.js';
import { SourceDocument } from '../../../domain/session-scope.js';
import { askingsInSteps } from '../all-seeds.js';
import { leavesOutCondition } from './gold-conditions.js';
import { contextFor } from './question-context.js';
import { Rivals } from './rivals.js';
import { UNDATED } from '../../../../../test/support/undated.js';

const document = (title: string, text: string, documentId = 'a'): SourceDocument => ({
  documentId,
  title,
  text,
  canonicalPath: ['rules'],
  ...UNDATED,
});

/** The contexts of the questions about a document; undefined for one that is refused. */
function contexts(title: string, text: string): (string | undefined)[] {
  const own = document(title, text);
  const cores = lastOf(askingsInSteps(own));
  if (cores.length === 0) throw new Error('The document gives no question.');
  const rivals = lastOf(Rivals.of([own]));
  return cores.map((core) => contextFor(core, rivals)?.text);
}

describe('a condition of the provision', () => {
  it.each([
    [
      'a case',
      'Leave',
      '## Medical leave\nIf you are a retired sailor with a registered injury, you can receive up to 70 hours of recovery leave to visit a clinic.',
      '## Medical leave\nYou can receive up to 70 hours of recovery leave to visit a clinic.',
    ],
    [
      'the people of a heading',
      'Requests',
      '## Instructions for supervisors of a crew\nYou have three days to answer a request for garden chairs.',
      '## Instructions about a crew\nYou have three days to answer a request for garden chairs.',
    ],
    [
      'a kind beside another one',
      'Stays',
      '## Stays\nTemporary stays are described here.\n## Papers of permanent ships\nThe harbor office approves visits of trading ships.',
      '## Stays\nStays are described here.\n## Papers of permanent ships\nThe harbor office approves visits of trading ships.',
    ],
  ])('is not left out of an English question: %s', (_, title, bound, free) => {
    const said = contexts(title, bound);
    expect(said.every((text) => text === undefined || /permanent/iu.test(text))).toBe(true);
    expect(contexts(title, free)).toContain('');
  });

  it('is that of its own clause', () => {
    const rule = 'You should hand in requests for a garden chair at least three days in advance';
    expect(contexts('Chairs', `## Chairs\n${rule}, and call the desk if your plans change.`)).toEqual(
      contexts('Chairs', `## Chairs\n${rule}.`),
    );
  });

  it('is named with a page that has a name', () => {
    const text = '## Doors\nThe guard office approves late visits of delivery vans.';
    expect(contexts('Riverton', text)).toEqual(['Riverton']);
    // A word that the page has in lower case is not a name.
    expect(contexts('Parking', `${text}\nThere is no parking behind the doors of the old hall.`)[0]).toBe('');
  });

  it('is named with a page about a place', () => {
    const text = '## Doors\nThe guard office approves late visits of delivery vans.';
    expect(contexts('Riverton, D.C.', text)[0]).toBe('Riverton, D.C.');
    expect(contexts('Visits', text)[0]).toBe('');
  });

  it.each([
    [
      'a kind beside another one',
      '제3조(종류) 장기 보관은 따로 정한다.\n제4조(단기 보관) 창고의 이용 기간은 3일로 한다.',
      '제3조(종류) 보관은 따로 정한다.\n제4조(보관) 창고의 이용 기간은 3일로 한다.',
    ],
  ])('is not left out of a Korean question: %s', (_, bound, free) => {
    const said = contexts('창고 규정', bound);
    expect(said.every((text) => text === undefined || /단기 보관/u.test(text))).toBe(true);
    expect(contexts('창고 규정', free).some((text) => text !== undefined)).toBe(true);
  });

  it('is the case in which a Korean provision holds', () => {
    const text = '제4조(변경) 도장을 바꾸고자 하는 자는 도장변경신청서를 총무과에 제출하여야 한다.';
    const [core] = lastOf(askingsInSteps(document('도장 규정', text)));
    if (core === undefined) throw new Error('The document gives no question.');
    const bound = { ...core, quote: '외국 선박의 선원인 경우에는 도장변경신청서를 총무과에 제출하여야 한다.' };
    const isElsewhere = (): boolean => false;
    expect(leavesOutCondition(bound, core.forms.polite, isElsewhere)).toBe(true);
    expect(leavesOutCondition(bound, `외국 선박 선원인데요, ${core.forms.polite}`, isElsewhere)).toBe(false);
    expect(leavesOutCondition(core, core.forms.polite, isElsewhere)).toBe(false);
  });

  it('is named with a Korean title that is about one of two kinds', () => {
    const text = '제9조(신청) 학점을 인정받고자 하는 자는 연수 종료 후 60일 이내에 신청서를 제출하여야 한다.';
    for (const said of contexts('국외연수학점규정', text)) expect(said ?? '국외').toMatch(/국외/u);
    expect(contexts('국외연수학점규정', text).some((said) => said !== undefined)).toBe(true);
  });
});

describe('a row whose label is that of the next row too', () => {
  const rows = (second: string) =>
    lastOf(
      askingsInSteps(
        document(
          '연수 규정',
          `제5조(편성) 다음과 같다.\n| 구분 | 기간 | 학점 |\n| 짧은 연수 | 1개월 | 3학점 |\n${second}`,
        ),
      ),
    ).map(({ facts }) => facts[0]);

  it('is not asked about', () => {
    expect(rows('| 긴 연수 | 4개월 | 9학점 |')).toEqual(expect.arrayContaining(['3학점', '9학점']));
    expect(rows('| 2개월 | 6학점 |')).not.toContain('3학점');
    expect(rows('|  | 2개월 | 6학점 |')).not.toContain('3학점');
  });
});

describe('a fact that proves nothing', () => {
  it.each(['somebody who is', 'someone', 'others'])('is not required: %s', (value) => {
    const own = document('Crews', `## Crews\nIf you are not an expert in knots, bring ${value}.`);
    expect(lastOf(askingsInSteps(own)).flatMap(({ facts }) => facts)).toEqual([]);
  });

  it('is not required of a Korean answer: any paper', () => {
    const facts = (paper: string) =>
      lastOf(
        askingsInSteps(document('보트 규정', `제4조(대여) 보트를 빌리고자 하는 자는 ${paper}를 제출하여야 한다.`)),
      ).flatMap((core) => core.facts);
    expect(facts('신청서')).toEqual([]);
    expect(facts('보트대여신청서')).toContain('보트대여신청서');
  });
});
