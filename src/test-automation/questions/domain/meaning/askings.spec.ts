import { lastOf } from '../../../../shared/domain/steps.js';
import { SourceDocument } from '../../../domain/session-scope.js';
import { askingsInSteps } from '../all-seeds.js';
import { CoreQuestion } from '../core-question.js';
import { EverydayWords } from '../everyday-words.js';
import { contextFor, spokenTitle, subjectOf } from './question-context.js';
import { refusalOf, goldOverlap, MOST_OVERLAP } from './question-checks.js';
import { Rivals } from './rivals.js';
import { UNDATED } from '../../../../../test/support/undated.js';

const document = (text: string, title = '시설 규정', documentId = 'rules/a'): SourceDocument => ({
  documentId,
  title,
  text,
  canonicalPath: ['규정'],
  ...UNDATED,
});

const askings = (text: string, title?: string): CoreQuestion[] => lastOf(askingsInSteps(document(text, title)));
const asked = (text: string): [string | undefined, string, readonly string[]][] =>
  askings(text).map(({ asks, forms, facts }) => [asks, forms.polite, facts]);

describe('questions as people ask them', () => {
  it.each<[string, string, string, string[]]>([
    [
      'how',
      '제4조(겸직) 겸직하려는 직원은 겸직신청서를 인사팀에 내고 처장의 허가를 받아야 한다.',
      '겸직하려면 어떻게 해야 하나요?',
      ['겸직신청서', '처장의 허가'],
    ],
    [
      'papers',
      '제4조(겸직) 겸직하려는 직원은 겸직신청서를 인사팀에 제출하여야 한다.',
      '겸직하려면 무슨 서류를 내야 하나요?',
      ['겸직신청서'],
    ],
    ['who', '제5조(단장) 단장은 교수 중에서 총장이 임명한다.', '단장은 누가 뽑나요?', ['총장']],
    [
      'consequence',
      '제6조(관리) 비품을 반납하지 아니한 사람은 대출 자격을 상실한다.',
      '비품을 반납하지 않으면 어떻게 되나요?',
      ['상실'],
    ],
    ['may', '제7조(이용) 이용자는 음식을 반입할 수 없다.', '이용자는 음식을 반입해도 되나요?', ['반입할 수 없다']],
    [
      'amount',
      '제8조(수강) 학생은 한 학기에 20학점을 초과할 수 없다.',
      '학생은 한 학기에 최대 몇 학점까지 되나요?',
      ['20학점'],
    ],
    [
      'deadline',
      '제9조(반환) 대관하려는 사람은 행사 7일 전까지 신청서를 제출하여야 한다.',
      '대관하려면 행사 며칠 전까지 신청서를 내야 하나요?',
      ['7일 전'],
    ],
  ])('ask %s', (kind, text, question, facts) => {
    const found = asked(text).filter(([asks]) => asks === kind);
    if (kind === 'deadline') expect(found.map(([, , own]) => own).flat()).toEqual(facts);
    else expect(found).toContainEqual([kind, question, facts]);
  });

  it.each<[string, string, string, string[]]>([
    [
      'who',
      'Orders of office chairs are approved by the finance office before they are sent.',
      'who has to sign off on orders of office chairs?',
      ['finance office'],
    ],
    [
      'papers',
      'To get a parking permit, fill out the request at the front desk of the building.',
      'what do I have to hand in to get a parking permit?',
      ['request'],
    ],
    [
      'deadline',
      'You must report a lost badge within 24 hours to the security desk.',
      'how long do I have to report a lost badge?',
      ['24 hours'],
    ],
    [
      'may',
      'You cannot use a private printer for papers of clients.',
      'am I allowed to use a private printer for papers of clients?',
      ['cannot use'],
    ],
    [
      'may',
      'Do not store customer lists on a private laptop, even for a day.',
      'is it OK to store customer lists on a private laptop?',
      ['Do not store'],
    ],
    [
      'amount',
      'A visitor badge is kept for 30 days at the front desk and is then shredded.',
      'how long do we hang on to a visitor badge?',
      ['30 days'],
    ],
    [
      'who',
      'For questions about parking permits, contact the Facilities team in the morning.',
      'who do I talk to about parking permits?',
      ['Facilities team'],
    ],
    [
      'how',
      'You should use the open days before booking a further week.',
      'what do I have to use before booking a further week?',
      ['use the open days'],
    ],
    [
      'who',
      'The Records Manager is responsible for destroying old files.',
      'who destroys old files?',
      ['Records Manager'],
    ],
    [
      'who',
      'Changes of the van routes must be approved by the fleet office before they are used.',
      'who has to sign off on changes of the van routes?',
      ['fleet office'],
    ],
    [
      'who',
      'Drivers who want to take a van home should contact the Fleet Desk in the morning.',
      'who do I talk to if I want to take a van home?',
      ['Fleet Desk'],
    ],
    [
      'deadline',
      'Requests for a van must be submitted by the first Monday of the month.',
      'by when do requests for a van have to be submitted?',
      ['the first Monday of the month'],
    ],
    [
      'consequence',
      'You must renew a permit of the yard every spring, or you will lose your place in the yard.',
      "what happens if I don't renew a permit of the yard every spring?",
      ['lose your place in the yard'],
    ],
    [
      'may',
      'Keys of a van must not be used outside of the county.',
      'can keys of a van be used outside of the county?',
      ['must not be used'],
    ],
    [
      'who',
      'Only certified drivers may use the delivery vans.',
      'who is allowed to use the delivery vans?',
      ['certified drivers'],
    ],
    [
      'deadline',
      'Submit the booking form at least 5 days before the event starts.',
      'how far ahead do I need to submit the booking form?',
      ['5 days'],
    ],
    [
      'amount',
      'You can take up to 3 days of Moving Leave per year to move to another town with your family.',
      'how much time off can I get to move to another town with my family?',
      ['3 days'],
    ],
    [
      'amount',
      'Please note: it can take up to 6 weeks to repair a delivery van, depending on the parts.',
      'how long does it take to repair a delivery van?',
      ['6 weeks'],
    ],
    [
      'deadline',
      "You'll receive your parking permit about two weeks after your interview at the office.",
      'how long after my interview at the office do I get my parking permit?',
      ['two weeks'],
    ],
    [
      'who',
      'To borrow a van for over a week, you must get written approval from your fleet manager.',
      'who has to agree before I can borrow a van for over a week?',
      ['fleet manager'],
    ],
    [
      'how',
      'You can find the opening hours of the canteen on the Facilities Page.',
      'where do I find the opening hours of the canteen?',
      ['Facilities Page'],
    ],
    [
      'who',
      'The security office must approve the keys of the archive before they are cut.',
      'who has to approve the keys of the archive?',
      ['security office'],
    ],
    [
      'deadline',
      'Orders of paper are checked by the desk every day, and complaints about paper are answered within 5 days.',
      'how quickly are complaints about paper answered?',
      ['5 days'],
    ],
    [
      'amount',
      'The shuttle buses include a rack for bikes and take about 25 minutes.',
      'how long do the shuttle buses take?',
      ['25 minutes'],
    ],
    [
      'amount',
      'To join the plan, you must have at least two years of service.',
      'how many years of service do I need to join the plan?',
      ['two years'],
    ],
    [
      'how',
      'Journeys of the delivery vans must be booked in the Van Planner before Friday.',
      'where do I book journeys of the delivery vans?',
      ['Van Planner'],
    ],
    [
      'how',
      'Request a locker key through the Desk Portal, which sends a message when the key is ready.',
      'where do I request a locker key?',
      ['Desk Portal'],
    ],
    [
      'who',
      'Contact the Facilities team about broken office chairs before you buy a new chair.',
      'who do I talk to about broken office chairs?',
      ['Facilities team'],
    ],
    [
      'consequence',
      "If you're bringing a guest to the yard, you'll need to sign the guest book at the gate.",
      "what do I have to do if I'm bringing a guest to the yard?",
      ['sign the guest book at the gate'],
    ],
    [
      'how',
      'The spare laptops are only used for talks outside of the main building.',
      'what are the spare laptops for?',
      ['talks outside of the main building'],
    ],
    [
      'may',
      'No receipts are required for bus rides inside the town of the main office.',
      'do I need receipts for bus rides inside the town of the main office?',
      ['No receipts are required'],
    ],
    [
      'may',
      'You do not need to book the small kitchen, which is open to everybody.',
      'do I need to book the small kitchen?',
      ['do not need to book'],
    ],
    [
      'how',
      'The fastest way to reach the night guard is the red telephone, because mails are read in the morning.',
      "what's the fastest way to reach the night guard?",
      ['red telephone'],
    ],
    [
      'how',
      'Reports about damage must include a photo of the damaged van, since the insurer asks for it.',
      'what has to be in reports about damage?',
      ['photo of the damaged van'],
    ],
    [
      'deadline',
      'You will need to return the gate key at the end of each shift.',
      'when do I have to return the gate key?',
      ['the end of each shift'],
    ],
    [
      'consequence',
      'Badges that nobody has used for a year will be blocked, and their owners get a message.',
      'what happens to badges that nobody has used for a year?',
      ['blocked'],
    ],
    [
      'consequence',
      'If the gate is locked, drivers must call the night guard.',
      'what happens if the gate is locked?',
      ['must call the night guard'],
    ],
    [
      'papers',
      'A weekend trip requires written consent of the fleet office.',
      'what do I need for a weekend trip?',
      ['written consent of the fleet office'],
    ],
    [
      'who',
      'Seats: The window seats are assigned by the floor manager.',
      'who hands out the window seats?',
      ['floor manager'],
    ],
  ])('ask %s in English: %s', (kind, text, question, facts) => {
    expect(asked(`## Desk\n${text}`)).toContainEqual([kind, question, facts]);
  });

  it.each([
    'Before you became a manager, you had a smaller desk than most colleagues.',
    'The Facilities team owns the relationship in all these matters.',
    'Schedule interpreters to arrive at least 15 minutes prior to the event.',
    'The audit office is responsible for giving neutral and helpful advice.',
    // What holds in a case only, or whose subject or object is cut off.
    'If you earn the highest wage of the company, you work a lot, and you cannot receive extra pay.',
    'Auditors are responsible for checking hours logged by their teams in May.',
    'Spots are located in the yard.',
    'Your supervisor will approve via a link in the weekly message.',
    'You can find out everything else in the Archive.',
    'Contact the desk for the next steps of your visit.',
    'Fleet drivers are required to use the small van on short trips.',
    'Four are needed to lift one of the heavy desks.',
  ])('ask nothing of what is unclear alone: %s', (text) => {
    expect(asked(`## Desk\n${text}`)).toEqual([]);
  });

  it.each([
    // One of several who have to approve is not the whole answer.
    '## Desk\nThe parking plan must be approved by the Facilities Manager, Site Owner, and Fire Officer.',
    '제6조(임원) 간사의 임기는 당연직 재임기간으로 하고, 간사 및 감사의 임기는 1년, 감사의 임기는 2년으로 한다.',
    '제6조(구성) 위원장은 처장으로 하고, 15명 이내의 위원으로 구성하며, 임기는 2년으로 한다.',
    '제7조(사무) 두 부서가 서로 아니라고 다투는 문서의 처리부서는 사무처장이 정한다.',
    '제8조(재신청) 등록에 실패한 모임은 6개월이 지나야 다시 신청할 수 있다.',
  ])('ask nothing that the provision answers only in part or not at all: %s', (text) => {
    expect(
      asked(text).filter(([, question]) => !/몇 명/u.test(question) && /임기|다투|신청|parking/u.test(question)),
    ).toEqual([]);
  });

  it.each([
    [
      '제7조(교류) 학점교류를 희망하는 자는 개강 1개월 이전에 신청하여야 한다.',
      '학점교류를 하려면 개강 몇 개월 전까지 신청해야 하나요?',
    ],
    ['제5조(기간) 창고는 한 번에 14개월까지 할 수 있다.', '창고는 한 번에 몇 개월까지 할 수 있나요?'],
    ['## Desk\nThe booking page is hosted on the visitor portal.', 'where is the booking page hosted?'],
    ['## Desk\nThe vending machines are located in most small kitchens.', 'where are the vending machines?'],
  ])('keep what makes them clear: %s', (text, question) => {
    expect(asked(text).map(([, polite]) => polite)).toContain(question);
  });

  it('have a shorter wording without what only describes the subject', () => {
    const [core] = askings('## Desk\nA visitor badge from the front desk is kept for 30 days and is then shredded.');
    expect(core?.said[0]?.polite).toBe('how long do we hang on to a visitor badge?');
  });

  it('have a wording without what only describes the action, and one that names the case', () => {
    const wordings = (text: string) => askings(`## Desk\n${text}`)[0]?.said.map(({ polite }) => polite);
    expect(wordings('You cannot hang up posters or paint the doors in the hall.')).toContain(
      'am I allowed to hang up posters?',
    );
    expect(wordings('You will have 9 days to correct the report once the desk sends a reminder.')).toContain(
      'how long do I have to correct the report once the desk sends a reminder?',
    );
  });

  it('ask nothing of provisos, references, merged rows and totals', () => {
    expect(asked('제3조(환불) ① 사람은 그만둔다. 단, 단체는 7일 전까지 취소한다.')).toEqual([]);
    expect(asked('제3조(환불) 이를 위반한 사람은 제명한다.')).toEqual([]);
    const table =
      '제4조(요금) 표와 같다.\n| 방 | 값 |\n| 1인실 | 3,000원 |\n| 합계 | 9,000원 |\n| 특실 | 없음 | 4,000원 |';
    expect(asked(table).map(([, question]) => question)).toEqual(['1인실 요금 값은 얼마인가요?']);
  });

  it('distinguish rows with the same first cell by the second', () => {
    const table =
      '제2조(방값) 표와 같다.\n| 건물 | 방 | 월세 금액 |\n| 솔관 | 1인실 | 310,000원 |\n| 솔관 | 2인실 | 220,000원 |';
    for (const [, question] of asked(table)) expect(question).toMatch(/솔관 [12]인실/u);
  });
});

describe('what is thrown away', () => {
  const gold = {
    documentId: 'a',
    section: null,
    quote: '이용자는 음식을 반입할 수 없다.',
    requiredFacts: [],
    forbiddenFacts: [],
    answerable: true,
  };

  it('is a question that repeats its source', () => {
    expect(refusalOf('이용자는 음식을 반입할 수 있나요?', gold, [])).toBe('copies_the_source');
    expect(refusalOf('먹을 것 가져가도 되나요?', gold, [])).toBeUndefined();
    expect(goldOverlap('가나다', '가나다라')).toBeCloseTo(2 / 3);
  });

  it.each([
    [
      '기타 위원은 누가 추천하고 원장의 추천으로 학장이 위촉하는 건가요?',
      '위원회는 8인 이내로 하며 기타 위원은 원장의 추천으로 학장이 위촉하고 임기는 2년으로 한다.',
    ],
    [
      'Do you know after how long the evaluations are automatically finalized?',
      'The evaluations are automatically finalized after two weeks, and the buying team coordinates with the team of the standard.',
    ],
  ])('is a question that repeats a clause of a long source: %s', (text, quote) => {
    const rest = Array.from({ length: 80 }, (_, i) => i * 7919).join(' ');
    const long = `${quote} ${rest}`;
    expect(goldOverlap(text, long)).toBeLessThan(MOST_OVERLAP);
    expect(refusalOf(text, { ...gold, quote: long }, [])).toBe('copies_the_source');
  });

  it('keeps a question with the long name of a body', () => {
    const quote =
      '정년보장 임용 심사위원회 위원장은 교무처장이 되고, 회의는 위원장이 필요하다고 인정할 때 소집하여 그 의장이 된다.';
    expect(refusalOf('정년보장 임용 심사위원회는 누가 이끄나요?', { ...gold, quote }, [])).toBeUndefined();
  });

  it.each([
    "It's about guest badges. How long are they good for?",
    'This concerns guest badges. Could you confirm who signs them?',
  ])('is not a question whose opening names its subject: %s', (text) => {
    expect(refusalOf(text, gold, [])).toBeUndefined();
  });

  it.each([
    'It is how long?',
    'This is for whom?',
    '| 방 값은요?',
    '단, 단체는요?',
    '이를 어기면요?',
    '그 외 위원은 누가 뽑나요?',
    '센터 나머지 위원은 누가 뽑나요?',
    '연구소 다른 위원의 임기는 몇 년인가요?',
    '총장이 임명해서 임기는 몇 년인가요?',
    '복학 하고자 하는 학기의 며칠 전에 해야 하나요?',
    '제3조는 뭔가요?',
    'What about [that](x)?',
    'How soon do - keys expire?',
  ])('is residue: %s', (text) => {
    expect(refusalOf(text, gold, [])).toBe('residue');
  });

  it('is a question about a matter that a further paragraph rules otherwise for a special case', () => {
    const of = (second: string) => {
      const text = `제7조(변경) ① 도장을 바꾸고자 하는 자는 도장변경신청서를 총무과에 제출하여야 한다.\n${second}`;
      const [core] = lastOf(askingsInSteps(document(text, '도장 규정')));
      return core && contextFor(core, lastOf(Rivals.of([document(text, '도장 규정')])));
    };
    expect(of('② 금고의 도장을 바꾸고자 하는 자는 금고변경동의서를 총무과에 제출하여야 한다.')).toBeUndefined();
    expect(of('② 도장은 금고에 넣어 둔다.')).toBeDefined();
  });

  it('is a question whose words another English entry has too, with another answer', () => {
    const of = (second: string) => {
      const first = document('## Vans\nThe fleet office approves long trips of delivery vans.', 'Vans', 'a');
      const [core] = lastOf(askingsInSteps(first));
      const other = document(`## Trips\n${second}`, 'Trips', 'b');
      return core && contextFor(core, lastOf(Rivals.of([first, other])));
    };
    expect(of('Long trips of our delivery vans are approved by the mayor.')).toBeUndefined();
    expect(of('Bring a coat for long trips.')).toBeDefined();
  });

  it('asks a body who leads it, if its other rules only mention the head', () => {
    const text =
      '제4조(구성) 위원장은 기획처장이 된다.\n제6조(회의) 위원회의 회의는 위원장이 총무과장과 협의하여 연다.';
    const own = document(text, '가람위원회규정');
    const core = lastOf(askingsInSteps(own)).find(({ forms }) => forms.polite.startsWith('위원장은'));
    expect(core && contextFor(core, lastOf(Rivals.of([own])))).toMatchObject({ text: '가람위원회', isOwner: true });
  });

  it('is a question about the term of a body that does not say whose', () => {
    const own = document('제5조(소장) 소장은 총장이 임명하며, 임기는 2년으로 한다.', '가람센터규정');
    const [core] = lastOf(askingsInSteps(own));
    const unowned = core && { ...core, forms: { ...core.forms, polite: '임기는 몇 년인가요?' } };
    expect(unowned && contextFor(unowned, lastOf(Rivals.of([own])))).toBeUndefined();
  });

  it('is a question that another provision answers with another value', () => {
    const one = document('제2조(기간) 창고의 이용 기간은 3일로 한다.', '창고 규정', 'a');
    const other = document('제2조(기간) 창고의 이용 기간은 5일로 한다.', '창고 규정', 'b');
    const [core] = lastOf(askingsInSteps(one));
    if (core === undefined) throw new Error('There is no question.');
    expect(contextFor(core, lastOf(Rivals.of([one, other])))).toBeUndefined();
    expect(contextFor(core, lastOf(Rivals.of([one])))).toBeDefined();
  });
});

describe('the subject that a question names', () => {
  it.each([
    ['가람대학교대학원학칙', '대학원'],
    ['인공지능(AI)위원회규정', '인공지능위원회'],
    ['가람센터규정【폐지】', '가람센터'],
  ])('of %s is %s', (title, subject) => {
    expect(subjectOf(title)).toBe(subject);
  });

  it('is named where the rules are those of one school only', () => {
    const text = '제14조(복학) 복학하고자 하는 자는 복학원을 제출하여야 한다.';
    const [core] = askings(text, '가람대학교대학원학칙');
    const rivals = lastOf(Rivals.of([document(text, '가람대학교대학원학칙')]));
    expect(core && contextFor(core, rivals)?.text).toBe('대학원');
  });

  it('is the other committee of a body in an article about that', () => {
    const text = '제6조(실무위원회) 위원의 임기는 2년으로 한다.';
    const [core] = askings(text, '가람심의위원회규정');
    const rivals = lastOf(Rivals.of([document(text, '가람심의위원회규정')]));
    expect(core && contextFor(core, rivals)?.text).toMatch(/실무위원회$/u);
  });
});

describe('EverydayWords', () => {
  it('leaves the words of a title as they are', () => {
    const words = new EverydayWords([{ language: 'en', written: 'procurement', said: 'buying' }]);
    expect(words.say('Procurement for Reviews of Procurement Actions: who does procurement?', 'en')).toBe(
      'buying for Reviews of Procurement Actions: who does buying?',
    );
  });

  it('puts the particle of the new word, and leaves longer words as they are', () => {
    const words = new EverydayWords([{ language: 'ko', written: '생활관', said: '기숙사' }]);
    expect(words.say('생활관은 어디인가요? 생활관비는 얼마인가요?', 'ko')).toBe(
      '기숙사는 어디인가요? 생활관비는 얼마인가요?',
    );
  });
});

describe('the title of a rule book as a person says it', () => {
  it.each([
    ['교원국내외출장에관한규정', '교원국내외출장 규정'],
    ['학사 운영 세칙', '학사 세칙'],
    ['미래교육원 운영규정', '미래교육원'],
    ['VPN 설정 안내', 'VPN 설정'],
  ])('%s is %s', (title, said) => expect(spokenTitle(subjectOf(title), title)).toBe(said));
});
