import { Persona } from '../../personas/domain/persona.js';
import { textComparison } from '../../judge/domain/text-comparison.js';
import { SourceDocument } from '../../domain/session-scope.js';
import { categoriesBeside, hiddenQuestion } from './hidden-question.js';
import { questionPool } from './question-pool.js';
import { undatedDocument as document } from '../../../../test/support/undated.js';

const persona: Persona = {
  id: 'p',
  name: 'P',
  description: '',
  language: 'ko',
  goals: ['g'],
  knowledge: 'novice',
  tone: 'polite',
  vocabulary: [],
  audiencePaths: [],
};
const BOAT = document(
  'boats',
  ['물', '배'],
  '배 규정',
  '제2조(대여) 배를 빌리고자 하는 자는 나루터장의 허가를 받아야 한다.',
);
const SKI = document('skis', ['산'], '스키 규정', '제2조(보관) 스키의 보관 기간은 40일로 한다.');

function hiddenOver(documents: readonly SourceDocument[]) {
  const refused: string[] = [];
  const words = { outside: [], slang: [], comparison: textComparison(() => 0) };
  const pool = questionPool(documents, words, '2026-06-01', 'as_people_ask');
  const questions = pool.current
    .filter((core) => core.documentId === 'boats')
    .flatMap((core) => {
      const onRefused = (reason: string): void => void refused.push(reason);
      return hiddenQuestion(core, { persona, difficulty: 'medium', pool, onRefused }) ?? [];
    });
  return { questions, refused };
}

describe('a question whose provision is hidden from the target', () => {
  it('is unanswerable, and limits the target to the other categories', () => {
    const { questions } = hiddenOver([BOAT, SKI]);
    expect(questions.length).toBeGreaterThan(0);
    for (const { kind, gold, hidden } of questions) {
      expect([kind, gold.answerable]).toEqual(['unanswerable', false]);
      expect(hidden).toMatchObject({ documentId: 'boats', visible: [['산']] });
      expect(BOAT.text).toContain(hidden?.quote);
    }
  });

  it('is not made where all documents have one category, since nothing could be hidden', () => {
    expect(hiddenOver([BOAT, { ...SKI, canonicalPath: BOAT.canonicalPath }]).questions).toEqual([]);
  });

  it('is refused and counted where a visible document answers it too, with the same value or another', () => {
    for (const who of ['나루터장', '강변과장']) {
      const text = `제9조(배의 대여) 배를 빌리고자 하는 자는 ${who}의 허가를 받아야 한다.`;
      const { questions, refused } = hiddenOver([BOAT, SKI, document('quay', ['강'], '배 규정', text)]);
      expect(questions).toEqual([]);
      expect(refused.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['나루터장의 허락이 있어야 배를 빌린다.', '나루터장의 허락이 있어야 천막을 친다.'],
    ['배는 나루터장이 허가한 사람이 빌린다.', '천막은 나루터장이 허가한 사람이 친다.'],
  ])('is refused and counted where a visible document says the same in other words: %s', (same, other) => {
    const refusedOver = (text: string) => {
      const { questions, refused } = hiddenOver([BOAT, document('beside', ['산'], '들 안내', text)]);
      return { isMade: questions.length > 0, isRefused: refused.includes('restated_elsewhere') };
    };
    expect(refusedOver(other)).toEqual({ isMade: true, isRefused: false });
    expect(refusedOver(same)).toEqual({ isMade: false, isRefused: true });
  });

  it('leaves the fewest categories that together have all other documents', () => {
    const all = [['a', 'b', 'c'], ['a', 'b', 'd'], ['a', 'e', 'f'], ['a', 'e', 'g'], ['h'], ['a']];
    expect(categoriesBeside(['a', 'b', 'c'], all)).toEqual([['a', 'b', 'd'], ['a', 'e'], ['h']]);
  });
});
