import { nearTopic, topicalOverlap } from './answer-fit.js';
import { termsOf } from './meaning.js';

const ASKED = [
  '산학협력계약에서 표준계약서를 고치지 않은 경우에는 몇 근무일 이내에 마치나요?',
  '② 산학협력단은 계약서를 받은 날부터 7근무일 이내에 검토를 마치고, 표준계약서를 고치지 아니한 경우에는 3근무일 이내에 마친다.',
];

describe('an answer from another provision than the right one', () => {
  it.each([
    ['성적에 이의가 있는 사람은 공시한 날부터 5일 이내에 신청하고, 강사는 3일 이내에 답한다.', false],
    ['표준계약서를 고치지 않으면 검토는 3근무일 이내에 마칩니다.', true],
    ['계약서의 검토는 보통 7근무일, 표준계약서 그대로인 때에는 3근무일 이내입니다.', true],
    ['3근무일 이내입니다.', true],
  ])('has the topic of the question: %s %s', (answer, expected) => {
    expect(topicalOverlap(answer, ASKED)).toBe(expected);
  });

  it('is read in English too', () => {
    const asked = ['How long is the list of visitors kept?', 'The list of visitors is kept for 90 days.'];
    expect(topicalOverlap('Lists of visitors are deleted when 90 days have passed.', asked)).toBe(true);
    const other = 'Backups of databases older than 90 days go to cold storage, where reading costs extra money.';
    expect(topicalOverlap(other, asked)).toBe(false);
  });
});

describe('how near a claim is to the question', () => {
  const korean = {
    asked: termsOf('나루위원회 위원 임기는 몇 년인가요? ② 위원의 임기는 2년으로 하되 연임할 수 있다.'),
    beside: termsOf('② 위원의 임기는 2년으로 하되 연임할 수 있다. ③ 간사는 총무과 직원이 맡는다.'),
  };
  const english = {
    asked: termsOf('How long are boats hired out? Boats are hired out for 9 days.'),
    beside: termsOf('Boats are hired out for 9 days. Sails are kept in the cellar of the store.'),
  };

  it.each([
    ['위원의 임기는 2년으로 하되 연임할 수 있다.', false, 1],
    // Also said by another document, but the words of the provision.
    ['위원의 임기는 2년으로 하되 연임할 수 있다.', true, 1],
    ['간사는 총무과 직원이 맡는다.', false, 0.5],
    ['주차장은 새벽에 닫는다.', false, 0],
  ])('%s elsewhere: %s: %d', (claim, isElsewhere, near) => {
    expect(nearTopic(claim, korean, isElsewhere)).toBe(near);
  });

  it.each([
    ['Boats are hired out for 9 days.', false, 1],
    ['Boats are hired out for 9 days.', true, 1],
    ['Sails are kept in the cellar of the store.', false, 0.5],
    ['Bread costs more on Sundays.', false, 0],
  ])('%s elsewhere: %s: %d', (claim, isElsewhere, near) => {
    expect(nearTopic(claim, english, isElsewhere)).toBe(near);
  });

  it('is less where a claim says the same of somebody else, or much else too', () => {
    const rule = '소장은 교수 중에서 총장이 임명하고 임기는 2년으로 하되 연임할 수 있다.';
    expect(nearTopic(rule, korean, false)).toBeLessThan(1);
    expect(nearTopic(rule, korean, true)).toBe(nearTopic(rule, korean, false) / 2);
    const other = 'Boats of the harbor museum are hired out in summer to guests of the old town.';
    expect(nearTopic(other, english, false)).toBeLessThan(1);
    expect(nearTopic(other, english, true)).toBe(nearTopic(other, english, false) / 2);
  });
});
