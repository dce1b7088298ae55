import { minePairs, WordGap } from './synonym-mining.js';

const gap = (provision: string, passage: string): WordGap => ({
  provision,
  foreign: ['수업료'],
  written: passage.split(' '),
  passage,
  heading: passage.split(' ')[0] ?? '',
});
const OTHERS = ['기간 안에 신청 한다', '기간 은 14일 로 한다', '신청 서류 를 낸다'];

describe('minePairs', () => {
  it('finds the word that the passages share and others do not have', () => {
    const gaps = [gap('a', '등록금 분할 기간'), gap('b', '등록금 반환 신청'), gap('c', '등록금 감면 기간')];
    const [first] = minePairs('수업료', gaps, OTHERS);
    expect(first).toMatchObject({ pair: { asked: '수업료', written: '등록금' }, provisions: 3 });
  });

  it('counts questions about one passage once', () => {
    const gaps = [
      gap('a', '졸업 시험 기간'),
      gap('a', '졸업 시험 기간'),
      gap('b', '등록금 반환'),
      gap('c', '등록금 감면'),
    ];
    expect(minePairs('수업료', gaps, OTHERS)[0]?.pair.written).toBe('등록금');
  });

  it('puts a word first that is near in meaning, also where another one is in more of the passages', () => {
    const gaps = [gap('a', '등록금 분할 경영대학'), gap('b', '반환 신청 경영대학')];
    expect(minePairs('수업료', gaps, OTHERS)[0]?.pair.written).toBe('경영대학');
    const near = new Map([['등록금', 0.8]]);
    expect(minePairs('수업료', gaps, OTHERS, near)[0]?.pair.written).toBe('등록금');
  });

  it('finds nothing for a word that is in no failed question', () => {
    expect(minePairs('없는말', [gap('a', '등록금 반환')], OTHERS)).toEqual([]);
  });
});
