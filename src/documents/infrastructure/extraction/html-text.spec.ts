import { quickestMs } from '../../../../test/support/processor-time.js';
import fc from 'fast-check';
import { htmlTitle, readHtml } from './html-text.js';

const htmlToText = (html: string): string => readHtml(html).text;
const headingsOf = (html: string): (readonly [number, string])[] => {
  const { text, headings } = readHtml(html);
  return headings.map(({ level, start, end }) => [level, text.slice(start, end)]);
};

describe('readHtml', () => {
  it('leaves out scripts, styles, templates, link addresses, and hidden or struck text', () => {
    const html =
      '<html><head><title>T</title><style>.x{}</style></head><body><script>var a="s"</script><template>t</template>' +
      '<p hidden>h</p><p style="color:red;display:none">d</p><del>e</del><s>f</s><i style="text-decoration: line-through">g</i><!-- c --><img src="a" alt=""><svg><text>v</text></svg>See <a href="http://x.y">this</a>.</body></html>';
    expect(htmlToText(html)).toBe('See this.');
  });

  it('decodes entities and replaces no-break spaces with spaces', () => {
    expect(htmlToText('<p>six&nbsp;&amp;&#44032;&lt;b&gt; &hearts;</p>')).toBe('six &가<b> ♥');
  });

  it('puts headings, paragraphs, list items and definitions on separate lines, and keeps the case', () => {
    const html =
      '<h2>One Two</h2><p>a<p>b<br>c<ul><li>d<li><p>e</p></ul><dl><dt>f<dd>g</dl><blockquote>h</blockquote><div>i</div>j';
    expect(htmlToText(html)).toBe('One Two\n\na\n\nb\nc\n\n- d\n- e\n\nf\ng\n\nh\n\ni\n\nj');
  });

  it('numbers ordered lists from their start and indents inner lists', () => {
    expect(htmlToText('<ol start="9"><li>a<ul><li>b<ul><li>c</ul></ul><li>d</ol>')).toBe('9. a\n  - b\n    - c\n10. d');
    expect(htmlToText('<ol start="x"><li>a</ol>')).toBe('1. a');
  });

  it('writes tables as in Markdown, and keeps captions and content outside rows', () => {
    const html =
      '<table><caption>Times</caption><thead><tr><th>Kettle<th>Minutes</thead><form><tr><td><p>cast</p><p>iron</p><td>8</form><tr><td><td>9</tr><tr><td></table>';
    expect(htmlToText(html)).toBe('Times\n\n| Kettle | Minutes |\n| --- | --- |\n| cast iron | 8 |\n|  | 9 |');
  });

  it('keeps the lines of a page with a layout table', () => {
    const long = Array.from({ length: 13 }, (_, index) => `<p>line ${index}</p>`).join('');
    expect(htmlToText(`<table><tr><td>menu</td><td>${long}</td></tr></table>`).split('\n\n')).toHaveLength(14);
    expect(htmlToText('<table><tr><td><p>a</p><p>b</p></td></tr></table>')).toBe('a\n\nb');
  });

  it('keeps a table of values in which single cells are long', () => {
    const long = Array.from({ length: 13 }, (_, index) => `line ${index}`).join('<br>');
    const rows = Array.from({ length: 15 }, (_, index) => `<tr><td>수당 ${index}</td><td>${index}만원</td></tr>`);
    const lines = htmlToText(
      `<table><tr><th>이름</th><th>내용</th></tr>${rows.join('')}<tr><td>비고</td><td>${long}</td></tr></table>`,
    ).split('\n');
    expect(lines).toHaveLength(18);
    expect(lines.at(-2)).toBe('| 수당 14 | 14만원 |');
    expect(lines.at(-1)).toMatch(/^\| 비고 \| line 0 line 1 .* line 12 \|$/u);
  });

  it('returns headings with their levels, also in cells, and none for a whole sentence', () => {
    const html =
      '<h1>Pool <a href="#x">rules</a></h1><h3>Hours</h3><p>x</p><table><tr><td><h2>Fees</h2></td></tr></table>' +
      '<div role="heading" aria-level="4">Lockers</div><h2>Everyone who comes to the pool showers before going into the water.</h2>' +
      '<h2>What happens to a season ticket that was bought before the prices changed?</h2>' +
      '<h3>4.2.1 The visitor shall return the key of the locker to the desk before leaving the pool.</h3>' +
      '<h3>2) 이용자는 사물함 열쇠를 수영장을 나가기 전에 안내대에 반납하여야 하며, 반납하지 않은 열쇠의 값은 이용자가 부담하여야 한다.</h3>';
    expect(headingsOf(html)).toEqual([
      [1, 'Pool rules'],
      [3, 'Hours'],
      [2, 'Fees'],
      [4, 'Lockers'],
      [2, 'What happens to a season ticket that was bought before the prices changed?'],
      [3, '4.2.1 The visitor shall return the key of the locker to the desk before leaving the pool.'],
      [
        3,
        '2) 이용자는 사물함 열쇠를 수영장을 나가기 전에 안내대에 반납하여야 하며, 반납하지 않은 열쇠의 값은 이용자가 부담하여야 한다.',
      ],
    ]);
  });

  it('repeats merged cells in every cell that they cover, and detects a header of two rows', () => {
    const html =
      '<table><tr><th rowspan="2">Ticket<th colspan="2">Summer<tr><th>single<th>return' +
      '<tr><td rowspan="0">Dog<td>5<td>8<tr><td>6<td>9</table>';
    expect(htmlToText(html)).toBe(
      '| Ticket | Summer | Summer |\n| Ticket | single | return |\n| --- | --- | --- |\n| Dog | 5 | 8 |\n| Dog | 6 | 9 |',
    );
  });

  it('keeps a table in a cell readable, and writes no header without a mark or a look of one', () => {
    const inner = '<table><tr><td>iron</td><td>8</td></tr><tr><td>brass</td><td>5</td></tr></table>';
    expect(htmlToText(`<table><tr><td>boils</td><td>${inner}</td></tr><tr><td>a|b</td><td>c</td></tr></table>`)).toBe(
      '| boils | iron: 8; brass: 5 |\n| a\\|b | c |',
    );
  });

  it('reads ruby, descriptions of pictures, quotations, form boxes and formulas', () => {
    expect(htmlToText('<ruby>訓長<rp>(</rp><rt>훈장</rt><rp>)</rp></ruby>이 온다.')).toBe('訓長(훈장)이 온다.');
    expect(htmlToText('<p>See<img alt="a map of the site">or <q>ask</q>.</p>')).toBe(
      'See [a map of the site] or “ask”.',
    );
    expect(htmlToText('<ul><li><input type="checkbox" checked> milk<li><input type=checkbox> tea</ul>')).toBe(
      '- ☑ milk\n- ☐ tea',
    );
    expect(
      htmlToText(
        '<math><mi>w</mi><mo>=</mo><mfrac><mrow><mi>h</mi><mo>+</mo><mn>12</mn></mrow><mn>5</mn></mfrac></math>',
      ),
    ).toBe('w = (h + 12)/5');
    expect(htmlToText('<math><mi>\ue0c6</mi><mo>\ue085</mo><mi>\ue0b7</mi><mo>\ue083</mo><mn>3</mn></math>')).toBe(
      'π > α + 3',
    );
  });

  it('puts a footnote after the sentence that has its mark', () => {
    const html =
      '<p>Entries close on 3 May.<sup><a href="#fn1" id="r1">1</a></sup> Come early.</p><p>Next.</p>' +
      '<section class="footnotes"><ol><li id="fn1"><p>By letter: 9 May. <a href="#r1" role="doc-backlink">↩</a></p></li></ol></section>';
    expect(htmlToText(html)).toBe('Entries close on 3 May. (By letter: 9 May.) Come early.\n\nNext.');
  });

  it('keeps the indentation of preformatted text and text after the end of the body', () => {
    expect(htmlToText('<body><pre>a\n  b</pre></body></html>c')).toBe('a\n  b\n\nc');
  });

  it('returns plain words unchanged, whatever tags are around them', () => {
    const word = fc.stringMatching(/^[a-z가-힣]{1,8}$/u);
    const tag = fc.constantFrom('p', 'div', 'b', 'li', 'td', 'section', 'custom-tag', 'h3', 'ul', 'table');
    fc.assert(
      fc.property(fc.array(fc.tuple(tag, word, fc.boolean()), { maxLength: 20 }), (parts) => {
        const html = parts.map(([name, text, closed]) => `<${name}> ${text} ${closed ? `</${name}>` : ''}`).join('');
        const words = htmlToText(html).match(/[a-z가-힣]+/gu) ?? [];
        expect(words).toEqual(parts.map(([, text]) => text));
      }),
    );
  });

  it('converts any string without an error and leaves no script', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      '<!--',
      '<script>',
      '</script>',
      '<table>',
      '<tr>',
      '<td>',
      '<li>',
      '&',
      '&#x',
      '"',
      ' a=',
      'x',
      '<ol start=',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => typeof htmlToText(pieces.join('')) === 'string'),
    );
  });
});

describe('htmlTitle', () => {
  it.each([
    ['<head><TITLE lang="en"> Kettle\n &amp; lid </TITLE>', 'Kettle & lid'],
    ['<title></title>', undefined],
    ['<titles>no</titles>', undefined],
    ['<p>none</p>', undefined],
  ])('of %j is %j', (html, title) => {
    expect(htmlTitle(html)).toBe(title);
  });

  it('takes linear time on hostile input', () => {
    const html = '<title '.repeat(200_000);
    expect(quickestMs(() => htmlTitle(html), 2_000)).toBeLessThanOrEqual(2_000);
  });
});
