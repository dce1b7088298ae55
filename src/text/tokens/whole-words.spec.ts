import fc from 'fast-check';
import { WholeWords } from './whole-words.js';

const NOUNS =
  '긱사 복전 법카 인턴 보증금 장학금 휴가 상병휴가 증거서류 위원회 자습실 패스워드 평가 도서관 주차증 연차 반차'.split(
    ' ',
  );
const hasFinal = (noun: string): boolean => (noun.charCodeAt(noun.length - 1) - 0xac00) % 28 !== 0;
const particlesOf = (noun: string): string[] => [
  '',
  ...(hasFinal(noun) ? ['은', '이', '을', '과', '으로'] : ['는', '가', '를', '와', '로']),
  '에서',
  '까지',
  '도',
  '에는',
];
const BEFORE = ['', '혹시', '그런데', '제가', '정말', '급한데', '더', '3명으로', '10명이', '책으로', '하루에'];
const VERBS =
  '신청하나요 감면할 감면될 참여할 참여한 참여된 맡습니까 뽑을 뽑나요 늦게 늦으면 내야 되나요 열려요 받아야 하나요 걸리나요 다니는 사람도 나와요 나올까요 알고 싶어요 쓰면 있을까요 맡아요 고치려면 돌려주나요'.split(
    ' ',
  );
const AFTER = ['', '더요', '좀요', '어떻게 되나요', '언제까지예요', '몇명이에요', '누구한테 말해요', '얼마예요'];
const oneOf = (words: readonly string[]) => fc.constantFrom(...words);
const korean = fc
  .tuple(
    oneOf(BEFORE),
    fc.array(
      oneOf(NOUNS).chain((noun) => oneOf(particlesOf(noun)).map((particle) => noun + particle)),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    oneOf(VERBS),
    oneOf(AFTER),
  )
  .map(([before, nouns, verb, after]) => `${[before, ...nouns, verb, after].join(' ').trim()}?`);

const NAMES = ['repo', 'dorm', 'payslip', 'badge', 'reimbursement', 'wi-fi'];
const english = fc
  .tuple(
    oneOf(['How do I get', 'Who should I ask about', 'When can we have', 'Is there any', 'Sorry, but what about']),
    oneOf(['the', 'my', 'another', 'some']),
    oneOf(NAMES),
    oneOf(['', 'please', 'again', 'during the week', 'for 3 days', 'more than once']),
  )
  .map((parts) => `${parts.join(' ').trim()}?`);

describe('words that a proposal may join', () => {
  it('leave out the endings of people who try to remember', () => {
    const texts = ['그게 무슨 규정더라? 규정더라고 하던데', '휴학이 몇 학기더라? 휴학은 언제더라?'];
    expect(texts.flatMap((text) => new WholeWords(texts).in(text))).toEqual(['휴학']);
  });

  it('take a noun out of its verb, and leave nouns that end like one', () => {
    const texts = [
      '등록금을 감면할 수 있나요? 감면은 누가 하나요? 감면할까요? 감면이 되나요?',
      '유통기한은? 유통기한을 알려 주세요.',
    ];
    expect(texts.flatMap((text) => new WholeWords(texts).in(text))).toEqual(
      expect.arrayContaining(['감면', '유통기한']),
    );
    expect(texts.flatMap((text) => new WholeWords(texts).in(text))).not.toContain('감면할');
  });

  it('are whole nouns of the questions that nothing answered, and never endings, particles, function words or parts', () => {
    fc.assert(
      fc.property(fc.array(korean, { minLength: 1, maxLength: 6 }), (questions) => {
        const whole = new WholeWords(questions);
        const proposed = questions.flatMap((question) => whole.in(question));
        expect(proposed.filter((word) => !NOUNS.includes(word))).toEqual([]);
      }),
      { numRuns: 400, seed: 1 },
    );
  });

  it('are whole words of English questions', () => {
    const known = new Set([...NAMES, 'wifi', 'week']);
    fc.assert(
      fc.property(english, (question) => {
        const proposed = new WholeWords([question]).in(question);
        expect(proposed.filter((word) => !known.has(word))).toEqual([]);
      }),
      { numRuns: 200, seed: 1 },
    );
  });

  it.each([
    ['긱사 보증금은 얼마예요?', ['긱사', '보증금']],
    ['복전 신청은 언제까지예요?', ['복전']],
    ['법카를 잃어버리면 어떻게 해요?', ['법카']],
    ['How do I report a lost badge?', ['report', 'lost', 'badge']],
  ])('are found in one question: %s', (question, words) => {
    expect(new WholeWords([question]).in(question)).toEqual(words);
  });

  it('are known by the words of the language where the last syllable may be a particle or an ending', () => {
    const vocabulary = new Set(['인사', '평가', '성적', '경고', '심의', '의논', '찾아', '보고', '휴강']);
    const read = (text: string) => new WholeWords([text], new Set(), vocabulary).in(text);
    expect(read('인사평가 관련해서')).toEqual(['인사평가']);
    expect(read('성적경고 학생')).toContain('성적경고');
    expect(read('교무위원회의 심의 사항')).toContain('심의');
    expect(read('의논하는 기준')).toEqual(['의논']);
    expect(read('휴강과 보강')).toContain('휴강');
    expect(read('찾아보고 싶어요')).toEqual([]);
    expect(new WholeWords(['인사평가 관련해서']).in('인사평가 관련해서')).toEqual([]);
  });

  it('are without the particle 과, which no vowel precedes', () => {
    expect(new WholeWords([]).in('결강과 보강')).toEqual(['결강', '보강']);
    expect(new WholeWords([]).in('조교과 보강')).toEqual(['보강']);
  });

  it('are known by what follows them elsewhere, or by the lexicon', () => {
    const [question, passage] = [
      '상병휴가 며칠 쓸 수 있어요?',
      '상병휴가는 60일로 한다. 휴가를 내려는 사람은 상병휴가를 신청한다.',
    ];
    expect(new WholeWords([question]).in(question)).toEqual([]);
    expect(new WholeWords([question, passage]).in(question)).toEqual(['상병휴가']);
    expect(new WholeWords([question], new Set(['상병휴가'])).in(question)).toEqual(['상병휴가']);
  });
});
