import { WriterPassage } from '../written-answer.js';

/** A question with a known answer. */
export interface CheckQuestion {
  readonly language: 'en' | 'ko';
  readonly question: string;
  /** Pattern of a right answer; undefined if the passages do not answer. */
  readonly fact: RegExp | undefined;
  /** Index of the answering passage, among the passages of its language. */
  readonly passage: number | undefined;
}

const ENGLISH: readonly WriterPassage[] = [
  {
    title: 'Larkspur Library: a guide for members',
    section: 'Opening hours',
    text: 'The reading room opens at 9:20 in the morning and closes at 21:40. On Wednesdays it closes at 18:15, since the floors are waxed. The library is closed on the second Monday of each month.',
  },
  {
    title: 'Larkspur Library: a guide for members',
    section: 'Borrowing',
    text: 'A member may borrow up to 7 books at a time, for 16 days. Maps and newspapers are read in the library and are not lent. A loan can be renewed once, unless another member waits for the book.',
  },
  {
    title: 'Larkspur Library: a guide for members',
    section: 'Late returns',
    text: 'For each day that a book is late, a fee of 35 pence is charged, up to 8 pounds for a book. Members under 14 years of age pay no fee. A book that is 60 days late counts as lost.',
  },
  {
    title: 'Larkspur Library: a guide for members',
    section: 'Study rooms',
    text: 'Study rooms are booked at the front desk, at most 5 days ahead, for up to 3 hours. A booking is void when nobody has come 15 minutes after its start.',
  },
];

const KOREAN: readonly WriterPassage[] = [
  {
    title: '해담 체육관 이용 규칙',
    section: '제2조(운영 시간)',
    text: '제2조(운영 시간) 체육관은 평일 06:30부터 22:10까지 운영한다. 토요일은 17:40에 닫으며, 매달 셋째 화요일은 시설 점검을 위하여 쉰다.',
  },
  {
    title: '해담 체육관 이용 규칙',
    section: '제3조(이용 요금)',
    text: '제3조(이용 요금) 하루 이용 요금은 3,400원이다. 65세 이상인 사람과 장애인은 1,200원을 낸다. 월 회원의 요금은 41,000원이다.',
  },
  {
    title: '해담 체육관 이용 규칙',
    section: '제4조(환불)',
    text: '제4조(환불) 월 회원이 이용을 시작하기 전에 취소하면 요금을 모두 돌려준다. 이용을 시작한 날부터 9일 이내에 취소하면 요금의 60퍼센트를 돌려주고, 그 뒤에는 돌려주지 않는다.',
  },
  {
    title: '해담 체육관 이용 규칙',
    section: '제5조(사물함)',
    text: '제5조(사물함) 사물함은 한 사람이 하나만 쓸 수 있고, 사용 기간은 4개월이다. 기간이 끝난 뒤 12일 안에 비우지 않으면 관리자가 물건을 따로 보관한다.',
  },
];

/** The documents of the questions, invented for the check, in the order of the prompt. */
export const CHECK_PASSAGES: Readonly<Record<'en' | 'ko', readonly WriterPassage[]>> = { en: ENGLISH, ko: KOREAN };

const asked = (language: 'en' | 'ko', question: string, passage?: number, fact?: RegExp): CheckQuestion => ({
  language,
  question,
  passage,
  fact,
});

/** Four questions of each language that the documents answer, and one that they do not. */
export const CHECK_QUESTIONS: readonly CheckQuestion[] = [
  asked('en', 'When does the reading room close on Wednesdays?', 0, /18:15|6:15/u),
  asked('en', 'How many books may I borrow at once?', 1, /\b7\b|seven/iu),
  asked('en', 'What does it cost when I bring a book back late?', 2, /35 ?(?:pence|p\b)/iu),
  asked('en', 'How long before the day can I book a study room?', 3, /\b5\b|five/iu),
  asked('en', 'Which scanners does the library have?'),
  asked('ko', '체육관은 토요일에 몇 시에 닫나요?', 0, /17:40|5시 ?40|17시 ?40/u),
  asked('ko', '하루 이용 요금은 얼마인가요?', 1, /3,?400/u),
  asked('ko', '이용을 시작하고 일주일 뒤에 취소하면 얼마를 돌려받나요?', 2, /60 ?(?:퍼센트|%|프로)/u),
  asked('ko', '사물함은 얼마 동안 쓸 수 있나요?', 3, /4 ?개월|네 ?달|4달/u),
  asked('ko', '체육관에 주차할 수 있는 차는 몇 대인가요?'),
];
