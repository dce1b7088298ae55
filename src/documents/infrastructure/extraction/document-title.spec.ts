import { markdownTitle, sensibleTitle } from './document-title.js';

describe('sensibleTitle', () => {
  it.each(['accepts %j', '주전자 규정(2024. 3. 1.)', 'Über die Größe der Töpfe', '3분 요리'])('takes %j', (title) => {
    expect(sensibleTitle(title)).toBe(title);
  });

  it('puts it on one line', () => {
    expect(sensibleTitle('  Kettle\r\n guide\u0000 ')).toBe('Kettle guide');
  });

  it.each([
    undefined,
    '',
    ' ',
    'x',
    'Untitled',
    'Document1',
    '제목 없음',
    '---',
    'Microsoft Word - kettle.doc',
    '규정.hwp',
    'ÁÖÀüÀÚ ±ÔÁ¤',
    'a'.repeat(301),
  ])('rejects %j', (title) => {
    expect(sensibleTitle(title)).toBeUndefined();
  });
});

describe('markdownTitle', () => {
  it('is a heading of level 1 at the start only', () => {
    expect(markdownTitle('# Kettle guide #\ntext')).toBe('Kettle guide');
    expect(markdownTitle('## Kettle guide')).toBeUndefined();
    expect(markdownTitle('text\n# Kettle')).toBeUndefined();
    expect(markdownTitle('#Kettle')).toBeUndefined();
  });
});
