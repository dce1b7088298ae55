import { topicalOverlap } from './answer-fit.js';

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
