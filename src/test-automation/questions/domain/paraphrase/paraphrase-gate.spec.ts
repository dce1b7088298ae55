import { Question } from '../../../domain/question.js';
import { refusalOf } from './paraphrase-gate.js';

const question = (text: string, language: 'en' | 'ko', requiredFacts: readonly string[]): Question => ({
  id: 'q',
  personaId: 'p',
  text,
  language,
  difficulty: 'easy',
  kind: 'fact',
  intents: { surface: '', hidden: '', behavioral: '' },
  gold: { documentId: 'd', section: null, quote: null, requiredFacts, forbiddenFacts: [], answerable: true },
  asOf: undefined,
});
const KO = question('휴학 규정 제7조의 신청에서 휴학하려는 학생은 개강일 며칠 전까지 신청해야 하나요?', 'ko', [
  '14일 전',
]);
const EN = question('Could you tell me for how long a backup of 1,000 rows is kept?', 'en', ['30 days']);
const LATE = question('18:30에 도착하면 지각으로 처리되나요?', 'ko', ['처리한다']);

describe('the gate for paraphrases', () => {
  it.each([
    [KO, '휴학하고 싶은데 휴학 규정 제7조 보면 개강 며칠 전까지 신청서를 내야 한다는 건가요?', undefined],
    [KO, '휴학 규정 제7조의 신청에서 휴학하려는 학생은 개강일 며칠 전까지 신청해야 하나요', 'copy'],
    [KO, '휴학은 개강 며칠 전까지 신청해야 하는지 궁금해요.', 'facts_changed'],
    [KO, '휴학 규정 제8조에서는 개강 며칠 전까지 신청하라고 하나요?', 'facts_changed'],
    [KO, 'By when must I apply under article 7 of the leave rules?', 'wrong_language'],
    [KO, '', 'unreadable'],
    [KO, '휴학 규정 제7조\n며칠 전까지인가요?', 'unreadable'],
    [KO, '{persona} 휴학 규정 제7조 신청은 언제까지죠?', 'unreadable'],
    [EN, 'Any idea how many days we hang on to a 1000 row backup?', undefined],
    [EN, 'Any idea how many days we hang on to a 2000 row backup?', 'facts_changed'],
    [EN, 'We keep a backup of 1000 rows for thirty days, right?', 'answer_given_away'],
    [LATE, '오후 6시 반에 오면 늦은 건가요?', undefined],
    [LATE, '오후 6시에 오면 늦은 건가요?', 'facts_changed'],
    [
      question(EN.text, 'en', ['thirty days']),
      'We keep a backup of 1000 rows for thirty days, right?',
      'answer_given_away',
    ],
    [EN, '1000개 행의 백업은 얼마나 보관하나요?', 'wrong_language'],
  ])('%o said as %s: %s', (original, text, refusal) => {
    expect(refusalOf(original, text, new Set())).toBe(refusal);
  });

  it('accepts no wording twice, however it is spaced', () => {
    const taken = new Set(['howmanydaysisabackupof1,000rowskept?']);
    expect(refusalOf(EN, 'How many days is a backup of 1,000 rows kept?', taken)).toBe('duplicate');
  });
});
