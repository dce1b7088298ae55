import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { odf, pptx, xlsx } from './formats/office-files.js';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';
import { uploadForm } from './support/multipart.js';
import * as office from './support/office-files.js';

const SECRET = 'Contents-of-a-file-of-the-server';
const PATH = JSON.stringify(['Harbour']);

describe('an uploaded file that reaches for files of the server', () => {
  let running: RunningApplication;
  let secret: string;
  beforeAll(async () => {
    running = await startApplication();
    const folder = temporaryFolder();
    mkdirSync(folder, { recursive: true });
    secret = path.join(folder, 'secret.txt');
    writeFileSync(secret, SECRET);
  });
  afterAll(() => running.stop());

  const upload = async (bytes: Uint8Array | string, name: string) => {
    const form = await uploadForm({ bytes, name }, { canonical_path: PATH });
    return running.call({ method: 'POST', url: '/documents/upload', headers: form.headers, payload: form.payload });
  };
  /** A document type that reads a file, and one that reads an address of this server. */
  const types = () => [
    `<!DOCTYPE r [<!ENTITY x SYSTEM "file://${secret}">]>`,
    `<!DOCTYPE r [<!ENTITY % d SYSTEM "file://${secret}"><!ENTITY x "%d;">%d;]>`,
    `<!DOCTYPE r SYSTEM "file://${secret}" [<!ENTITY x PUBLIC "p" "file://${secret}">]>`,
  ];
  const sheet = '<sheetData><row><c t="inlineStr"><is><t>Rope &x;</t></is></c></row></sheetData>';
  const FORMS: readonly (readonly [string, string, (type: string) => Uint8Array | string])[] = [
    [
      'a sheet of an XLSX',
      'a.xlsx',
      (type) =>
        xlsx([{ name: 'S', content: 'x' }], { 'xl/worksheets/sheet1.xml': `${type}<worksheet>${sheet}</worksheet>` }),
    ],
    [
      'the strings of an XLSX',
      'a.xlsx',
      (type) =>
        xlsx([{ name: 'S', content: '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>' }], {
          'xl/sharedStrings.xml': `${type}<sst><si><t>Rope &x;</t></si></sst>`,
        }),
    ],
    [
      'an XLSX in UTF-16',
      'a.xlsx',
      (type) =>
        office.zip({
          ...unzipSync(xlsx([{ name: 'S', content: 'x' }])),
          'xl/worksheets/sheet1.xml': Buffer.from(`\ufeff${type}<worksheet>${sheet}</worksheet>`, 'utf16le'),
        }),
    ],
    [
      'a DOCX',
      'a.docx',
      (type) =>
        office.zip({
          ...office.docxParts(''),
          'word/document.xml': `${type}<w:document><w:body><w:p><w:r><w:t>Rope &x;</w:t></w:r></w:p></w:body></w:document>`,
        }),
    ],
    [
      'an HWPX',
      'a.hwpx',
      (type) => office.hwpx([], { 'Contents/section0.xml': `${type}<s><p><run><t>Rope &x;</t></run></p></s>` }),
    ],
    [
      'a PPTX',
      'a.pptx',
      (type) => pptx([{ shapes: '' }], { 'ppt/slides/slide1.xml': `${type}<p:sld><a:t>Rope &x;</a:t></p:sld>` }),
    ],
    [
      'an ODT',
      'a.odt',
      (type) =>
        office.zip({
          ...unzipSync(odf('text', '<text:p>x</text:p>')),
          'content.xml': `${type}<office:document-content><office:body><office:text><text:p>Rope &x;</text:p></office:text></office:body></office:document-content>`,
        }),
    ],
    [
      'an EPUB',
      'a.epub',
      (type) =>
        office.zip({
          'META-INF/container.xml': `${type}<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>`,
          'a.opf': `${type}<package><metadata><title>&x;</title></metadata><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></package>`,
          'a.html': `${type}<p>Rope &x;</p>`,
        }),
    ],
    ['HTML', 'a.html', (type) => `${type}<html><body><p>Rope &x;</p></body></html>`],
  ];

  it.each(FORMS)('by an entity in %s gets nothing of them', async (_, name, make) => {
    for (const type of types()) {
      const answer = await upload(make(type), name);
      expect([200, 201, 422]).toContain(answer.statusCode);
      expect(answer.body).not.toContain(SECRET);
      if (answer.statusCode === 422) continue;
      const document = await running.call({
        method: 'GET',
        url: `/documents/${encodeURIComponent(answer.json().document_id)}`,
      });
      expect(document.body).not.toContain(SECRET);
      expect(document.body).toContain('Rope');
    }
  });

  it.each(['../../../../tmp/slip.txt', '/tmp/slip.txt', 'a/../../slip.txt', '..\\..\\slip.txt', 'C:\\slip.txt'])(
    'by the path %s in a ZIP is a part under a plain name, in an XLSX is not read',
    async (name) => {
      const zip = await upload(office.zip({ [name]: 'The ladder is blue.' }), 'a.zip');
      expect([zip.statusCode, zip.json().parts?.length]).toEqual([201, 1]);
      const [part] = zip.json().parts;
      expect(part.document_id).not.toMatch(/\.\.|\\|\/\/|:/u);
      const table = await upload(
        xlsx([{ name: 'S', content: '<sheetData><row><c><v>1</v></c></row></sheetData>' }], { [name]: SECRET }),
        'a.xlsx',
      );
      expect(table.statusCode).toBe(201);
      const linked = await upload(
        xlsx([{ name: 'S', content: sheet.replace(' &x;', '') }], {
          'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships><Relationship Id="r" Type="x/drawing" Target="../../../../..${secret}"/></Relationships>`,
        }),
        'b.xlsx',
      );
      expect([linked.statusCode, linked.body.includes(SECRET)]).toEqual([201, false]);
    },
  );
});
