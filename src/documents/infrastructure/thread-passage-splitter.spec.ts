import { growthAtFourfold } from '../../../test/support/processor-time.js';
import { splitIntoPassages } from '../domain/split-into-passages.js';
import { ThreadPassageSplitter } from './thread-passage-splitter.js';

const splitter = new ThreadPassageSplitter();
const TITLE = '휴학 규정';

describe('ThreadPassageSplitter', () => {
  it.each(['text/plain', 'text/markdown'] as const)(
    'cuts a long text (%s) in a thread as it is cut in place',
    async (contentType) => {
      const text =
        '# 제1장 총칙\n\n제1조(목적) 이 규정은 휴학을 정한다. <개정 2020. 1. 1.>\n\n| 가 | 나 |\n| 1 | 2 |\n\n'.repeat(
          3_000,
        );
      expect(await splitter.split({ text, contentType, title: TITLE })).toEqual(
        splitIntoPassages(text, contentType, TITLE),
      );
    },
  );

  it('refuses a text with more passages than a document may have', async () => {
    const text = '[별표 1]\n'.repeat(60_000);
    await expect(splitter.split({ text, contentType: 'text/plain', title: TITLE })).rejects.toThrow(
      'a document has at most 50000',
    );
  });
});

describe('splitIntoPassages on hostile text', () => {
  it.each([
    ['one word', '가'],
    ['brackets', '('],
    ['blanks', ' '],
    ['line breaks', '\n'],
    ['articles in a line', '제1조'],
    ['lines of articles', '제1조(목적) 가\n'],
    ['cells of a table', '| a '],
    ['headings in headings', '# a\n## b\n### c\n#### d\n##### e\n###### f\n'],
    ['code fences', '```\n'],
    ['marks of amendment', '<개정 2020. 1. 1. '],
    ['addenda', '부칙\n'],
    ['annexes', '[별표 1]\n'],
    ['lists', '  - a\n'],
    ['links', '![a]('],
  ])('takes linear time: %s', (_, unit) => {
    for (const contentType of ['text/plain', 'text/markdown'] as const) {
      const cut = (length: number) => void splitIntoPassages(unit.repeat(length / unit.length), contentType, TITLE);
      expect(growthAtFourfold(cut, 200_000, 8)).toBeLessThanOrEqual(8);
    }
  });
});
