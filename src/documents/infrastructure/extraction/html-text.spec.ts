import { processorMs } from '../../../../test/support/processor-time.js';
import fc from 'fast-check';
import { htmlTitle, htmlToText } from './html-text.js';

describe('htmlToText', () => {
  it('leaves out scripts, styles, templates, pictures, link addresses and hidden elements', () => {
    const html =
      '<html><head><title>T</title><style>.x{}</style></head><body><script>var a="s"</script><template>t</template>' +
      '<p hidden>h</p><p style="color:red;display:none">d</p><img src="a" alt="p"><svg><text>v</text></svg>See <a href="http://x.y">this</a>.</body></html>';
    expect(htmlToText(html)).toBe('See this.');
  });

  it('decodes entities and makes no-break spaces ordinary', () => {
    expect(htmlToText('<p>six&nbsp;&amp;&#44032;&lt;b&gt; &hearts;</p>')).toBe('six &가<b> ♥');
  });

  it('puts headings, paragraphs, list items and definitions on lines of their own, and keeps upper and lower case', () => {
    const html =
      '<h2>One Two</h2><p>a<p>b<br>c<ul><li>d<li><p>e</p></ul><dl><dt>f<dd>g</dl><blockquote>h</blockquote><div>i</div>j';
    expect(htmlToText(html)).toBe('One Two\n\na\n\nb\nc\n\n- d\n\n- e\n\nf\ng\nh\ni\nj');
  });

  it('numbers ordered lists from their start and indents inner lists', () => {
    expect(htmlToText('<ol start="9"><li>a<ul><li>b<ul><li>c</ul></ul><li>d</ol>')).toBe(
      '9. a\n   - b\n     - c\n10. d',
    );
    expect(htmlToText('<ol start="x"><li>a</ol>')).toBe('1. a');
  });

  it('writes table rows as cells joined by a bar, with captions and stray pieces kept', () => {
    const html =
      '<table><caption>Times</caption><thead><tr><th>Kettle<th>Minutes</thead><form><tr><td><p>cast</p><p>iron</p><td>8</form><tr><td><td>9</tr><tr><td></table>';
    expect(htmlToText(html)).toBe('Times\nKettle | Minutes\ncast iron | 8\n | 9');
  });

  it('keeps the lines of a page that is laid out by a table', () => {
    const long = Array.from({ length: 13 }, (_, index) => `<p>line ${index}</p>`).join('');
    expect(htmlToText(`<table><tr><td>menu</td><td>${long}</td></tr></table>`).split('\n')).toHaveLength(14);
    expect(htmlToText('<table><tr><td><p>a</p><p>b</p></td></tr></table>')).toBe('a\nb');
  });

  it('keeps the indentation of preformatted text and text after the end of the body', () => {
    expect(htmlToText('<body><pre>a\n  b</pre></body></html>c')).toBe('a\n  b\n\nc');
  });

  it('gives back plain words unchanged, whatever tags surround them', () => {
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

  it('takes time in proportion to hostile input', () => {
    const html = '<title '.repeat(200_000);
    expect(processorMs(() => htmlTitle(html))).toBeLessThan(2000);
  });
});
