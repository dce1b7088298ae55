import { ControlTexts, controlPatches } from './control-patch.js';
import { ConfigurationView } from './served-configuration.js';

const VIEW: ConfigurationView = { version: 1, intents: [], synonyms: [], numbers: new Map() };
const PATCH = [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['법인카드', '법카'] } }];
const TEXTS: ControlTexts = {
  asked: ['법카 어떻게 되나요?', '법카 언제 정지되나요?'],
  own: ['법인카드를 쓴 사람은 영수증을 등록한다.', '법인카드는 사용을 정지하고 영수증을 회수한다.'],
  headings: ['예산 규정 제18조(법인카드)', '예산 규정 제19조'],
  ownWords: ['법인카드', '사람', '영수증', '14일', '사용'],
  elsewhere: ['도서관은 밤에 연다.', '도서관의 열람실 좌석', '사용을 마친 열람실'],
  awayWords: ['밤', '열람실', '도서관', '사용', '2026'],
};
const joined = (word: string) => [
  { op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: [word, '법카'] } },
];

describe('controlPatches', () => {
  it('make synonyms of the word of the questions and unrelated words, those as frequent as the right word first', () => {
    // `법인카드` is in two of the five passages, as `열람실` and `도서관` are.
    expect(controlPatches(PATCH, VIEW, TEXTS).unrelated).toEqual([joined('열람실'), joined('도서관')]);
  });

  it('make synonyms of it and other words of the same passages, those that most of them and few others have first', () => {
    expect(controlPatches(PATCH, VIEW, TEXTS).rivals).toEqual([joined('영수증'), joined('사람'), joined('사용')]);
  });

  it('are empty for a patch without synonyms, and if no question contains one of the words', () => {
    const weight = [{ op: 'replace', path: '/pipeline/search/first/words', value: 0.5 }];
    const none = { unrelated: [], rivals: [], holding: null };
    expect(controlPatches(weight, VIEW, TEXTS)).toEqual(none);
    expect(controlPatches(PATCH, VIEW, { ...TEXTS, asked: ['휴학은요?'] })).toEqual(none);
  });

  it('come with the number of passages that have the right word', () => {
    expect(controlPatches(PATCH, VIEW, TEXTS).holding).toEqual({ passages: 2, having: 2, named: 1 });
    const other = [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['회수', '법카'] } }];
    expect(controlPatches(other, VIEW, TEXTS).holding).toEqual({ passages: 2, having: 1, named: 0 });
  });

  it('take the word that the patch adds, also where another wording says its other word', () => {
    const asked = [...TEXTS.asked, '법인카드 정지 기준'];
    const { unrelated } = controlPatches(PATCH, VIEW, { ...TEXTS, asked });
    expect(unrelated[0]).toEqual(joined('열람실'));
  });

  it('treat no form of the right word as a rival', () => {
    const { rivals } = controlPatches(PATCH, VIEW, { ...TEXTS, ownWords: ['카드', '인카드', '영수증'] });
    expect(rivals).toEqual([joined('영수증')]);
  });
});
