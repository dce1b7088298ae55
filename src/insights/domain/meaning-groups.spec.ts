import { readStaticEmbedding } from '../../search/embedding/infrastructure/static-embedding-file.js';
import { groupByMeaning } from './meaning-groups.js';

const at = (degrees: number) =>
  Float32Array.from([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);

describe('grouping by meaning', () => {
  it('begins with the text that most others are near to, and counts each text once', () => {
    // 50 degrees apart is near, 100 degrees is not.
    expect(groupByMeaning([at(0), at(50), at(100), at(200)])).toEqual([[1, 0, 2], [3]]);
    expect(groupByMeaning([])).toEqual([]);
  });

  it('leaves texts without known words alone', () => {
    expect(groupByMeaning([new Float32Array(2), new Float32Array(2)])).toEqual([[0], [1]]);
  });

  it('puts questions about one thing together in both languages, and others apart', async () => {
    const questions = [
      '기숙사 통금은 몇 시인가요?',
      'Where can I buy a parking permit?',
      '생활관 통금이 있나요?',
      '주차권은 어디서 사나요?',
      'How do I get a parking permit?',
      '교환학생은 어떻게 신청하나요?',
      '기숙사 통금 시간이 언제예요?',
    ];
    const meaning = await readStaticEmbedding();
    const groups = groupByMeaning(questions.map((question) => meaning.embed(question)));
    expect(groups.map((group) => group.toSorted((a, b) => a - b))).toEqual([[0, 2, 6], [1, 3, 4], [5]]);
  });
});
