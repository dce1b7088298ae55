import * as office from '../../../../test/support/office-files.js';
import { docxText } from './docx-text.js';
import { ZipArchive } from './zip-archive.js';

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = (targets: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `<Relationships>${targets
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${TYPE}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;
const drawing = (content: string): string =>
  `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`;
const values = (tag: string, all: readonly string[]): string =>
  `<c:${tag}><c:strRef><c:strCache>${all.map((v, i) => `<c:pt idx="${i}"><c:v>${v}</c:v></c:pt>`).join('')}</c:strCache></c:strRef></c:${tag}>`;

describe('docxText', () => {
  it('reads charts and diagrams where they are placed, as tables and lists', () => {
    const chart = `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>방문객 Visitors</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>${values('tx', ['2026'])}${values('cat', ['봄', 'Summer'])}${values('val', ['120', '310'])}</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const point = (text: string, type = ''): string =>
      `<dgm:pt${type}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`;
    const diagram = `<dgm:dataModel><dgm:ptLst>${point('접수')}${point('link', ' type="sibTrans"')}${point('Review')}</dgm:ptLst></dgm:dataModel>`;
    const body =
      office.docxParagraph('Before') +
      drawing('<c:chart r:id="rId7"/>') +
      drawing('<dgm:relIds r:dm="rId8" r:lo="rId9"/>') +
      office.docxParagraph('After');
    const file = office.docx(body, {
      'word/_rels/document.xml.rels': relations([
        ['rId7', 'chart', 'charts/chart1.xml'],
        ['rId8', 'diagramData', '/word/diagrams/data1.xml'],
      ]),
      'word/charts/chart1.xml': chart,
      'word/diagrams/data1.xml': diagram,
    });
    expect(docxText(ZipArchive.open(file))).toMatchObject({
      text: [
        'Before',
        '방문객 Visitors',
        '|  | 2026 |\n| --- | --- |\n| 봄 | 120 |\n| Summer | 310 |',
        '- 접수\n- Review',
        'After',
      ].join('\n\n'),
    });
  });

  it('finds styles and notes by their relations, and leaves out drawings whose part is missing', () => {
    const reference = '<w:p><w:r><w:t>Noted</w:t></w:r><w:r><w:footnoteReference w:id="2"/></w:r></w:p>';
    const notes = `<w:footnotes><w:footnote w:id="2">${office.docxParagraph('the note')}</w:footnote></w:footnotes>`;
    const file = office.docx(reference + drawing('<c:chart r:id="rId5"/>'), {
      'word/_rels/document.xml.rels': relations([
        ['rId1', 'footnotes', 'notes/a.xml'],
        ['rId5', 'chart', 'charts/gone.xml'],
      ]),
      'word/notes/a.xml': notes,
    });
    expect(docxText(ZipArchive.open(file))).toMatchObject({ text: 'Noted (the note)' });
  });
});
