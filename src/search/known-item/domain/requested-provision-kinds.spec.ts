import { asksFor } from './requested-provision-kinds.js';

describe('asksFor', () => {
  it.each([
    ['물결규정 부칙 제1조', ['supplement']],
    ['요금 별표를 보여줘', ['form']],
    ['별지 제1호 서식과 시행일', ['supplement', 'form']],
    ['Appendix B of the handbook', ['form']],
    ['계류는 언제 신청하나요?', []],
    ['물새의 서식지는 어디인가요?', []],
    ['in the form of a ship', []],
  ])('of %j is %j', (question, kinds) => {
    expect([...asksFor(question)]).toEqual(kinds);
  });
});
