import { changedWordings, isSlipOf } from './changed-wording.js';

const LEXICON = [
  { asked: '돌아오려면', written: '복학하려면' },
  { asked: 'send in', written: 'submit' },
  { asked: '등록금', written: '수업료' },
];
const of = (question: string, quote: string, heading = '') =>
  changedWordings(question, { passage: `${heading} ${quote}`, quote }, LEXICON);

describe('changes of the wording of a question', () => {
  it('put the words of the passage in the place of everyday words, with a fitting particle', () => {
    expect(of('학교에 돌아오려면 무엇을 내나요?', '복학 신청서를 제출한다.')[0]).toEqual({
      message: '학교에 복학하려면 무엇을 내나요?',
      from: '돌아오려면',
      to: '복학하려면',
      written: { text: '복학', isHeading: false },
    });
    expect(of('등록금은 언제 내나요?', '수업료를 납부한다.')[0]?.message).toBe('수업료는 언제 내나요?');
    expect(of('Where do I send in the form?', 'Submit the form to the desk.')[0]?.message).toBe(
      'Where do I submit the form?',
    );
  });

  it('leave out words of the lexicon that the passage does not have', () => {
    expect(of('학교에 돌아오려면 무엇을 내나요?', '휴학 신청서이다.').map(({ to }) => to)).not.toContain('복학하려면');
  });

  it('mend slips of typing', () => {
    expect(of('How often are Offcie Hours held?', 'Office Hours are held weekly.')[0]).toMatchObject({
      from: 'Offcie',
      to: 'Office',
    });
    expect([isSlipOf('offcie', 'office'), isSlipOf('office', 'office'), isSlipOf('hours', 'house')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('mend a slip of one letter in the noun of a verb, and take no other noun for it', () => {
    expect(of('퇘학하려면 무슨 서류를 내야 하나요?', '퇴학원을 제출하여야 한다.')[0]).toMatchObject({
      message: '퇴학하려면 무슨 서류를 내야 하나요?',
      from: '퇘학',
    });
    expect(of('휴학하려면 무슨 서류를 내야 하나요?', '퇴학원을 제출하여야 한다.').map(({ to }) => to)).not.toContain(
      '퇴학',
    );
  });

  it('put the verb of the provision in the place of the verb that asks', () => {
    expect(of('편집위원회는 몇 명으로 이루어집니까?', '편집위원회는 5명 이내로 구성한다.')).toContainEqual({
      message: '편집위원회는 몇 명으로 구성합니까?',
      from: '이루어집니까',
      to: '구성합니까',
      written: { text: '구성한다', isHeading: false },
    });
  });

  it('quote the words of the passage in its own form, before those of its heading', () => {
    const writtenOf = (quote: string, heading = '') =>
      of('학교에 돌아오려면 무엇을 내나요?', quote, heading).find(({ from }) => from === '돌아오려면')?.written;
    expect(writtenOf('복학하고자 하는 자는 원서를 낸다.')).toEqual({ text: '복학하고자', isHeading: false });
    expect(writtenOf('원서를 낸다.', '복학 안내')).toEqual({ text: '복학', isHeading: true });
    expect(of('Where do I send in the form?', 'Submit it at the desk.')[0]?.written?.text).toBe('Submit');
  });

  it('leave out a sentence that asks nothing', () => {
    const found = of('I am lost. How often are Office Hours held?', 'Office Hours are held weekly.');
    expect(found.map(({ from, to }) => [from, to])).toContainEqual(['I am lost.', null]);
  });

  it('leave out the frame of a question, and never the whole of it', () => {
    const found = of('I just want to know how often Office Hours are held.', 'Office Hours are held weekly.');
    expect(found).toContainEqual({
      message: 'how often Office Hours are held.',
      from: 'I just want to know',
      to: null,
    });
    expect(of('Swans?', 'Boats are moored.')).toEqual([]);
  });
});
