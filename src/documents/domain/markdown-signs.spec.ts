import { isWrittenInMarkdown } from './markdown-signs.js';
import { textLines } from './text-line.js';

const isMarkdown = (text: string) => isWrittenInMarkdown(text, textLines(text));

describe('isWrittenInMarkdown', () => {
  it.each([
    ['several headings', 'The pool.\n\n## Hours\n\nIt opens at six.\n\n## Fees\n\nA visit costs four euros.\n'],
    ['one heading and other signs', '# Kiln\n\nSee the [guide](https://example.org).\n\n- ash\n- salt\n'],
    ['headings in Korean', '# 가마\n\n가마는 밤에 쓴다.\n\n## 요금\n\n한 번에 3,000원이다.\n'],
  ])('is true with %s', (_name, text) => {
    expect(isMarkdown(text)).toBe(true);
  });

  it.each([
    ['prose', 'The pool opens at six. Issue #4 is closed.'],
    ['a script', '# install\nnpm ci\n# start\nnpm start\n# stop\nkill 1\n'],
    ['settings', 'a: 1\n# the port\nport: 80\n# the host\nhost: x\nname: y\nz: 2\nq: 3\n'],
    ['a number sign', 'Rooms\n\n# 4 is closed today.\n\nAll others are open.'],
    ['articles of a rule book', '제1조(목적) 이 규정은 정한다.\n제2조(뜻) #은 번호를 뜻한다.'],
    ['code in a fence', 'Run it:\n\n```\n# one\n\n# two\n```\n'],
  ])('is false with %s', (_name, text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});
