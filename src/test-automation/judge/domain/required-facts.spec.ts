import { readFact } from './required-facts.js';

const read = (fact: string, question: string, gold: string, answer: string) =>
  readFact([fact], answer, { question, gold: [gold], nearness: () => 0 }).verdict;

const DONATE = {
  fact: 'can donate',
  question: 'Am I allowed to donate hours to my colleagues?',
  gold: 'You can donate hours to your colleagues.',
};
const LEND = {
  fact: '빌려줄 수 있다',
  question: '장비를 다른 팀에 빌려줄 수 있나요?',
  gold: '팀은 장비를 다른 팀에 빌려줄 수 있다.',
};

describe('a permission', () => {
  it.each([
    [DONATE, 'You can check how many donated hours you have received.', 'missing'],
    [DONATE, 'You can ask your supervisor whether people donate hours.', 'missing'],
    [DONATE, 'Donated leave does not come all at once.', 'missing'],
    [DONATE, 'You can check how many donated hours you have. As you earn hours, you use them first.', 'missing'],
    [DONATE, 'You cannot donate hours.', 'contradicted'],
    [DONATE, "You can't donate hours.", 'contradicted'],
    [DONATE, 'Nobody can ever donate.', 'contradicted'],
    [DONATE, 'You can donate hours through the pool.', 'stated'],
    [DONATE, 'You can also donate them.', 'stated'],
    [DONATE, 'Hours can be donated.', 'stated'],
    [DONATE, 'Yes, you may.', 'stated'],
    [LEND, '빌려준 장비가 몇 대인지 확인할 수 있습니다.', 'missing'],
    [LEND, '빌려줄 수 없습니다.', 'contradicted'],
    [LEND, '다른 팀에 빌려줄 수 있습니다.', 'stated'],
    [LEND, '네, 가능합니다.', 'stated'],
  ])('$0.fact | %s is %s', ({ fact, question, gold }, answer, expected) => {
    expect(read(fact, question, gold, answer)).toBe(expected);
  });
});

const REVIEW = { question: 'Who sets up the review?', gold: 'The OPS QA LEAD is responsible for the review.' };
const CHAPTER = {
  question: 'Who takes care of the Design Guild?',
  gold: 'The Head of Design is responsible for the Design Guild.',
};
const CHANGE = { question: '무슨 서류를 내나요?', gold: '변경신청서를 제출한다.' };
const LEAVE = {
  question: '학교를 그만두려면 어떻게 하나요?',
  gold: '그만두려는 자는 총장의 허가를 받아야 한다.',
};

const STORE = {
  question: 'Can I store secret notes in the wiki?',
  gold: 'Do not store secret notes in the wiki.',
};
const KEEP = { question: '비밀 메모를 위키에 저장해도 되나요?', gold: '비밀 메모를 위키에 저장하여서는 아니 된다.' };

describe('a prohibition', () => {
  const english = ['Do not store', 'must not store', 'cannot store', 'not allowed to store', 'Never store'];
  const korean = ['저장하여서는 아니 된다', '저장하지 아니한다', '저장할 수 없다', '저장 금지', '저장하면 안 된다'];
  const forbids = [
    'You cannot use it to store any secret notes.',
    'This means: - You cannot use it to store any secret notes - It generally cannot have guests. Ask if you have questions.',
    'Secret notes must not be stored there.',
    'Storing secret notes is prohibited.',
    'Storing secret notes is not allowed.',
    'Avoid storing secret notes.',
    'Please refrain from storing secret notes.',
    "You can't store them unless they are sealed.",
  ];
  const allows = ['You may store secret notes.', 'Storing secret notes is not prohibited.'];
  const denials = [
    '비밀 메모는 저장할 수 없습니다.',
    '비밀 메모를 저장하는 데 쓸 수 없습니다.',
    '비밀 메모를 저장하지 마세요.',
    '비밀 메모의 저장은 금지됩니다.',
    '비밀 메모를 저장해서는 안 돼요.',
    '비밀 메모 저장은 불가합니다.',
    '비밀 메모 저장을 삼가 주세요.',
    '비밀 메모를 저장하는 것은 허용되지 않습니다.',
  ];
  const grants = ['비밀 메모를 저장할 수 있습니다.', '비밀 메모의 저장은 금지되지 않습니다.'];

  it.each([
    ...english.flatMap((fact) => forbids.map((answer) => [fact, STORE, answer, 'stated'] as const)),
    ...english.flatMap((fact) => allows.map((answer) => [fact, STORE, answer, 'contradicted'] as const)),
    ...korean.flatMap((fact) => denials.map((answer) => [fact, KEEP, answer, 'stated'] as const)),
    ...korean.flatMap((fact) => grants.map((answer) => [fact, KEEP, answer, 'contradicted'] as const)),
  ])('%s | %j | %s is %s', (fact, { question, gold }, answer, expected) => {
    expect(read(fact, question, gold, answer)).toBe(expected);
  });

  it.each([
    ['must be stored', 'You must store them within 5 days, and may not throw them away.'],
    ['저장하지 아니하면 아니 된다', '저장해야 합니다.'],
  ])('is not what an obligation is: %s', (fact, answer) => {
    expect(read(fact, 'Do I have to store the notes?', 'The notes must be stored.', answer)).not.toBe('contradicted');
  });
});

describe('a name of several words', () => {
  it.each([
    ['OPS QA LEAD', REVIEW, 'For orders of the OPS team, QA managers above the LEAD read the papers.', 'missing'],
    ['OPS QA LEAD', REVIEW, 'The QA LEAD of OPS does.', 'stated'],
    ['Head of Design', CHAPTER, 'The Head of Design.', 'stated'],
    ['Head of Design', CHAPTER, 'The Design Head.', 'stated'],
    ['Head of Design', CHAPTER, '### Head The Catering Department is responsible for the Design Guild.', 'missing'],
    ['Time Desk', REVIEW, 'You find it in the [list of the office](/tools/timedesk/#list).', 'missing'],
    ['기기변경신청서', CHANGE, '제7조(기기의 변경) 기기를 변경할 때에는 등본을 제출한다.', 'missing'],
    ['연구계획변경신청서', CHANGE, '제7조(연구계획의 변경) 연구계획을 변경할 때에는 등본을 제출한다.', 'missing'],
    ['연구계획변경신청서', CHANGE, '연구계획 변경신청서를 냅니다.', 'stated'],
    ['총장의 허가', LEAVE, '총정원의 범위 안에서 허가할 수 있다.', 'missing'],
    ['총장의 허가', LEAVE, '총장님께 승인을 받으면 됩니다.', 'stated'],
    ['총장의 허가', LEAVE, 'You need permission of the president.', 'stated'],
  ])('%s | %j | %s is %s', (fact, { question, gold }, answer, expected) => {
    expect(read(fact, question, gold, answer)).toBe(expected);
  });
});

const DIRECTOR = {
  question: '원장은 누가 뽑나요?',
  gold: '원장은 교원 중에서 총장이 임명하며, 임기는 2년으로 한다.',
};
const TRIP = { question: '누구 승인을 받나요?', gold: '교원은 국외출장 10일 전에 총장의 승인을 받아야 한다.' };
const HEAD = { question: 'Who appoints the director?', gold: 'The director is appointed by the president.' };

describe('who acts', () => {
  it.each([
    ['총장', DIRECTOR, '연구원은 원장의 추천으로 총장이 임명한다.', 'missing'],
    ['총장', DIRECTOR, '원장은 위원장이 뽑습니다. 총장은 관여하지 않습니다.', 'missing'],
    ['총장', DIRECTOR, '원장은 총장이 임명합니다.', 'stated'],
    ['총장', DIRECTOR, '총장이 임명합니다.', 'stated'],
    ['총장', TRIP, '국외출장은 10일 전까지 총장의 승인을 받습니다.', 'stated'],
    ['총장', DIRECTOR, '총장은 교원 중에서 원장을 뽑습니다.', 'stated'],
    ['president', HEAD, 'Researchers are appointed by the president on the proposal of the director.', 'missing'],
    ['president', HEAD, 'The director is chosen by the board. The president is not involved.', 'missing'],
    ['president', HEAD, 'The director is appointed by the president.', 'stated'],
    ['president', HEAD, 'It is the president.', 'stated'],
    ['president', HEAD, 'The president appoints the director.', 'stated'],
  ])('%s | %j | %s is %s', (fact, { question, gold }, answer, expected) => {
    expect(read(fact, question, gold, answer)).toBe(expected);
  });
});

describe('a question that is repeated as an answer', () => {
  it.each([
    ['cannot set', 'Is the desk allowed to set them?', 'The desk cannot set them.'],
    ['할 수 없다', '장비를 팔 수 있나요?', '장비는 판매할 수 없다.'],
  ])('neither states nor contradicts %s', (fact, question, gold) => {
    expect(read(fact, question, gold, question)).toBe('missing');
  });
});
