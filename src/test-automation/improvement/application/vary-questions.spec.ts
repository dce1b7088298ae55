import { PERSONA } from '../../../../test/support/fake-session-parts.js';
import { testResultOf } from '../../../../test/support/test-result-of.js';
import { questionOfResult } from '../domain/question-of-result.js';
import { questionPool } from '../../questions/domain/question-pool.js';
import { QuestionVariants } from './vary-questions.js';
import { UNDATED } from '../../../../test/support/undated.js';

const QUOTE = '법인카드를 쓴 사람은 쓴 날부터 7일 이내에 영수증을 회계시스템에 등록하여야 한다.';
const document = {
  documentId: 'rules/money',
  title: '예산·회계 규정',
  text: `제18조(법인카드) ① ${QUOTE}\n제19조(증빙) ① 건당 3만원을 넘는 지출은 증빙을 갖추어야 한다.`,
  canonicalPath: ['회계'],
  ...UNDATED,
};
const pool = questionPool([document], { outside: [], slang: [] }, '2026-11-22');
const variants = new QuestionVariants(pool, [{ ...PERSONA, language: 'ko' }]);
const SAID = [{ written: '법인카드', said: '법카' }];

const question = (query: string, quote = QUOTE) => {
  const gold = {
    documentId: 'rules/money',
    section: null,
    quote,
    requiredFacts: ['7일'],
    forbiddenFacts: [],
    answerable: true,
  };
  return questionOfResult(testResultOf('q', 'failure', { query, language: 'ko', gold }));
};

describe('QuestionVariants', () => {
  it('paraphrases a short question as other short questions with the given word', () => {
    const asked = '법카 어떻게 되나요?';
    const texts = variants.paraphrases(question(asked), 3, SAID).map(({ text }) => text);
    expect(texts).toHaveLength(3);
    expect(new Set([...texts, asked]).size).toBe(4);
    for (const text of texts) expect(text).toMatch(/^법카 \S+/u);
  });

  it('paraphrases whole questions as whole questions of several kinds, about the same provision', () => {
    const asked = '법카를 쓴 사람은 며칠 이내에 영수증을 등록해야 하나요?';
    const found = variants.paraphrases(question(asked), 3, SAID);
    expect(new Set(found.map(({ kind }) => kind)).size).toBe(3);
    for (const { text, gold } of found) {
      expect([text.includes('법카'), text.includes('법인카드')]).toEqual([true, false]);
      expect(gold.quote).toContain(QUOTE);
    }
  });

  it('recognizes the provision also by a part of it, as a person quotes it', () => {
    expect(variants.paraphrases(question('법카요?', '7일 이내에 영수증을'), 3, SAID)).toHaveLength(3);
    const unknown = variants.paraphrases(question('법카 영수증 언제까지 내요?', '9일 이내에 영수증을'), 3, SAID);
    expect(unknown).toHaveLength(3);
    for (const { text, gold } of unknown) {
      expect(text).toMatch(/^법카 영수증/u);
      expect(gold.quote).toBe('9일 이내에 영수증을');
    }
  });

  it('asks others about other provisions only', () => {
    const others = variants.others([question('법카요?', pool.current[0]?.quote)], 5, 'seed');
    expect(others.length).toBeGreaterThan(0);
    expect(others.every(({ gold }) => gold.quote !== pool.current[0]?.quote)).toBe(true);
  });
});
