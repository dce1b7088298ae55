import fc from 'fast-check';
import { escapeMarkup, ReportBlock, ReportChart, toHtml, toMarkdown } from './report-document.js';

const PAGE = { title: 't', language: 'en' as const };
const CHART: ReportChart = {
  kind: 'chart',
  id: 'c',
  name: 'Success <b>',
  form: 'bars',
  unit: 'share',
  points: [{ name: 'a|b', value: 0.333 }],
};

describe('toMarkdown', () => {
  it('keeps a row of a table a row, whatever is in its cells', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const text = toMarkdown([
          {
            kind: 'table',
            head: ['x', 'y'],
            rows: [[a.replace(/[\r\u2028\u2029\v\f]/gu, ''), b.replace(/[\r\u2028\u2029\v\f]/gu, '')]],
          },
        ]);
        const lines = text.trimEnd().split('\n');
        expect(lines).toHaveLength(3);
        expect((lines[2] ?? '').replace(/\\\\/gu, '').match(/(?<!\\)\|/gu)).toHaveLength(3);
      }),
    );
  });

  it('quotes every line and makes no link or heading of user text', () => {
    const blocks: ReportBlock[] = [
      { kind: 'quote', text: 'one\n# two' },
      { kind: 'text', text: '[click](http://x) <script>' },
    ];
    expect(toMarkdown(blocks)).toBe('> one\n> \\# two\n\n\\[click\\](http://x) \\<script\\>\n');
  });

  it('shows a chart as a picture file, and its values as text', () => {
    expect(toMarkdown([CHART])).toBe('![Success \\<b\\>](charts/c.svg)\n\n- a|b: 33.3 %\n');
  });
});

describe('toHtml', () => {
  it('escapes all markup of an answer', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const wrapped = `<img src=x onerror=y>${text}`;
        const html = toHtml(
          [
            { kind: 'quote', text: wrapped },
            { kind: 'list', items: [wrapped] },
          ],
          PAGE,
          () => '',
        );
        expect(html).not.toContain('<img src=x');
      }),
    );
  });

  it('has the same tags for any texts of its blocks and its title', () => {
    const htmlOf = (text: string) => {
      const chart: ReportChart = { ...CHART, name: text, points: [{ name: text, value: 1 }] };
      const blocks: ReportBlock[] = [
        { kind: 'heading', level: 2, text },
        { kind: 'text', text },
        { kind: 'list', items: [text, text] },
        { kind: 'table', head: [text, text], rows: [[text, text]] },
        { kind: 'quote', text },
        chart,
      ];
      return toHtml(blocks, { title: text, language: 'en' }, () => '');
    };
    const tagsIn = (html: string) => html.match(/[<>"]/gu)?.length;
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '<script>',
      '</title>',
      '-->',
      '" onload="',
      ']]>',
      'x',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => expect(tagsIn(htmlOf(pieces.join('')))).toBe(tagsIn(htmlOf('x')))),
    );
  });

  it('draws charts into the page, and gives their values in words', () => {
    const html = toHtml([CHART], PAGE, () => 'QUJD');
    expect(html).toContain('<img alt="Success &lt;b&gt;: a|b 33.3 %" src="data:image/svg+xml;base64,QUJD">');
  });
});

describe('escapeMarkup', () => {
  it('removes characters that XML does not allow', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(escapeMarkup(`${text}\u0000\ud800`)).not.toMatch(
          /[<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u,
        );
      }),
    );
  });
});
