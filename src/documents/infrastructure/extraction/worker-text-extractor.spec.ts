import { deflateSync } from 'node:zlib';
import { UnreadableFileError, UnsupportedFileError } from '../../domain/text-extractor.js';
import * as office from '../../../../test/support/office-files.js';
import { patientExtractor } from '../../../../test/support/patient-extractor.js';

describe('WorkerTextExtractor', () => {
  const extractor = patientExtractor();
  afterAll(() => extractor.close());
  const extract = (content: string | Uint8Array, name: string, mediaType?: string) =>
    extractor.extract(typeof content === 'string' ? Buffer.from(content) : content, name, {
      caller: 'a',
      ...(mediaType === undefined ? {} : { mediaType }),
    });

  describe('PDF', () => {
    it('keeps lines, puts a blank line between pages and returns the title', async () => {
      const file = office.pdf(
        [office.pdfLines(['The golden kettle boils', 'in seven minutes.']), office.pdfLines(['Page two (end)'])],
        {
          info: '/Title (Kettle guide)',
        },
      );
      expect(await extract(file, 'note.pdf')).toEqual({
        text: 'The golden kettle boils\nin seven minutes.\n\nPage two (end)',
        headings: [],
        places: [
          { start: 0, end: 41, page: 1, box: [72, 703, 192.1, 732] },
          { start: 43, end: 57, page: 2, box: [72, 717, 153.4, 732] },
        ],
        contentType: 'text/plain',
        title: 'Kettle guide',
        encoding: undefined,
      });
    });

    it('reads Korean in a font that is not embedded', async () => {
      const file = office.pdf([office.pdfLines(['제1조(목적)', '이 규정은 주전자를 다룬다.'])], {
        korean: true,
        info: '/Title <FEFFC8FCC804C790>',
      });
      expect(await extract(file, 'note.pdf')).toMatchObject({
        text: '제1조(목적)\n이 규정은 주전자를 다룬다.',
        title: '주전자',
      });
    });

    it('joins pieces of a line with a space only if there is a gap, also in rotated text', async () => {
      const upright = [
        { text: 'ket', x: 72, y: 700 },
        { text: 'tle', x: 88.68, y: 700 },
        { text: 'boils', x: 150, y: 700 },
      ];
      const rotated = [
        { text: 'side', x: 40, y: 100, angle: 90 as const },
        { text: 'note', x: 40, y: 200, angle: 90 as const },
      ];
      expect((await extract(office.pdf([[...upright, ...rotated]]), 'note.pdf')).text).toBe(
        'kettle boils\n\nside note',
      );
    });

    it('is detected by its content whatever its name and declared type', async () => {
      expect((await extract(office.pdf([office.pdfLines(['Kettle'])]), 'note.txt', 'text/plain')).text).toBe('Kettle');
    });

    it('refuses one with a password', async () => {
      const file = office.pdf([office.pdfLines(['secret'])], { encrypt: office.unknownPassword() });
      await expect(extract(file, 'note.pdf')).rejects.toThrow(UnreadableFileError);
      await expect(extract(file, 'note.pdf')).rejects.toThrow('password-protected');
    });

    it('refuses one without text and names OCR as the cure', async () => {
      await expect(extract(office.pdf([[]]), 'scan.pdf')).rejects.toThrow('OCR');
    });

    it.each([
      ['%PDF-1.4 and nothing else', 'damaged'],
      ['not a PDF at all', 'declared as a PDF'],
      ['', 'it is empty'],
    ])('refuses %j', async (content, reason) => {
      await expect(extract(content, 'x.pdf', 'application/pdf')).rejects.toThrow(UnreadableFileError);
      await expect(extract(content, 'x.pdf', 'application/pdf')).rejects.toThrow(reason);
    });

    it('refuses a stream that inflates to more than the limit, however often it is packed', async () => {
      const packed = deflateSync(Buffer.alloc(140_000_000, ' '));
      for (const [dictionary, bytes] of [
        ['/Filter /FlateDecode', packed],
        ['/Filter [/FlateDecode /FlateDecode]', deflateSync(packed)],
      ] as const) {
        await expect(extract(office.pdfOfStreams([{ dictionary, bytes }]), 'x.pdf')).rejects.toThrow(
          /over the limit|more memory than/u,
        );
      }
    });
  });

  describe('DOCX', () => {
    it('puts paragraphs, headings and table rows on separate lines, and returns the title', async () => {
      const body =
        office.docxParagraph('Kettle rules', 'Heading1') +
        office.docxParagraph('둘째 문단 <둘> & 셋.') +
        office.docxTable([
          ['Kettle', 'Minutes'],
          ['iron', '8'],
        ]) +
        office.docxParagraph('End.');
      expect(
        await extract(office.docx(body, { 'docProps/core.xml': office.coreProperties('Rules & more') }), 'note.docx'),
      ).toEqual({
        text: 'Kettle rules\n\n둘째 문단 <둘> & 셋.\n\n| Kettle | Minutes |\n| --- | --- |\n| iron | 8 |\n\nEnd.',
        headings: [{ start: 0, end: 12, level: 1 }],
        contentType: 'text/plain',
        title: 'Rules & more',
        encoding: undefined,
      });
    });

    it('reads one whose main part has a number, as Word on the web names it', async () => {
      const parts = office.docxParts(office.docxParagraph('Kettle'));
      const renamed = Object.entries(parts).map(([name, part]) => [
        name.replace('word/document.xml', 'word/document2.xml'),
        part.replace('word/document.xml', 'word/document2.xml'),
      ]);
      expect((await extract(office.zip(Object.fromEntries(renamed)), 'note.docx')).text).toBe('Kettle');
    });

    it.each([
      ['a broken archive', Buffer.from('PK\u0003\u0004 broken'), 'damaged'],
      ['a cut archive', office.docx(office.docxParagraph('Kettle')).subarray(0, 400), 'damaged'],
      ['plain text', Buffer.from('Kettle'), 'declared as a Word document'],
      ['a part that is no XML', office.docx('', { 'word/document.xml': 'no XML <' }), 'damaged'],
      [
        'a part with entities',
        office.docx('', { 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>' }),
        'entities',
      ],
      ['no text', office.docx(office.docxParagraph(' ')), 'no text'],
    ])('refuses %s', async (_, file, reason) => {
      await expect(extract(file, 'x.docx')).rejects.toThrow(UnreadableFileError);
      await expect(extract(file, 'x.docx')).rejects.toThrow(reason);
    });

    it('refuses an encrypted one, which is an OLE file, as password-protected', async () => {
      const ole = Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]);
      await expect(extract(ole, 'x.docx')).rejects.toThrow('password-protected');
    });
  });

  describe('HWPX', () => {
    it('returns sections in the order of their numbers', async () => {
      const sections = Array.from({ length: 11 }, (_, index) => office.hwpxParagraph(`제${index + 1}조 주전자`));
      const { text, contentType } = await extract(office.hwpx(sections), 'note.hwpx');
      expect(text.split('\n\n')).toEqual(Array.from({ length: 11 }, (_, index) => `제${index + 1}조 주전자`));
      expect(contentType).toBe('text/plain');
    });

    it('reads the title of the package', async () => {
      const hpf =
        '<opf:package xmlns:opf="x"><opf:metadata><opf:title>주전자 규정</opf:title></opf:metadata></opf:package>';
      expect(
        await extract(office.hwpx([office.hwpxParagraph('글')], { 'Contents/content.hpf': hpf }), 'a.hwpx'),
      ).toMatchObject({ title: '주전자 규정' });
    });

    it.each([
      ['entities that grow', office.hwpx([], { 'Contents/section0.xml': entityBomb() }), 'entities'],
      [
        'a section that is cut off',
        office.hwpx([], { 'Contents/section0.xml': '<hs:sec><hp:p><hp:run><hp:t>글</hp:t>' }),
        'cut off',
      ],
      ['no section', office.hwpx([]), 'no section'],
      ['no text', office.hwpx(['<hp:p/>']), 'no text'],
      [
        'a password',
        office.hwpx(['<hp:p/>'], { 'META-INF/manifest.xml': '<odf:manifest><odf:encryption-data/></odf:manifest>' }),
        'password-protected',
      ],
    ])('refuses one with %s', async (_, file, reason) => {
      await expect(extract(file, 'x.hwpx')).rejects.toThrow(UnreadableFileError);
      await expect(extract(file, 'x.hwpx')).rejects.toThrow(reason);
    });
  });

  describe('text', () => {
    it('keeps Markdown and returns its first heading as title', async () => {
      expect(await extract('\ufeff# Kettle ##\r\n\r\nThe **silver** kettle.  \r\n', 'note.MD')).toEqual({
        text: '# Kettle ##\n\nThe **silver** kettle.',
        headings: [],
        contentType: 'text/markdown',
        title: 'Kettle',
        encoding: 'utf-8',
      });
    });

    it('uses the declared type if the name has no known extension', async () => {
      expect(await extract('# Kettle', 'note', 'text/plain; charset=utf-8')).toEqual({
        text: '# Kettle',
        headings: [],
        contentType: 'text/plain',
        title: undefined,
        encoding: 'utf-8',
      });
    });

    it('returns the visible text and the title of HTML', async () => {
      expect(await extract('<title>Kettle &amp; lid</title><p>The <b>bronze</b> kettle.</p>', 'a.html')).toEqual({
        text: 'The bronze kettle.',
        headings: [],
        contentType: 'text/html',
        title: 'Kettle & lid',
        encoding: 'utf-8',
      });
    });

    it('reads large texts and large or deeply nested HTML in a thread, with the same result', async () => {
      const line = '주전자는 구 분 만에 끓는다.\n';
      expect((await extract(line.repeat(40_000), 'a.txt')).text).toBe(line.repeat(40_000).trimEnd());
      expect((await extract('<p>kettle</p>'.repeat(10_000), 'a.html')).text).toBe(
        'kettle\n\n'.repeat(10_000).trimEnd(),
      );
      expect((await extract(`${'<div>'.repeat(10_000)}deep`, 'a.html')).text).toBe('deep');
    });

    it.each([
      ['bytes of no encoding', Buffer.from([0x61, 0xc3, 0x28, 0xff]), 'save it as UTF-8'],
      ['NUL characters', Buffer.from('a\0b'), 'NUL'],
      ['only blanks', Buffer.from(' \n\t\n'), 'no text'],
      ['more than ten million characters', Buffer.alloc(10_000_001, 'a'), 'more than 10000000 characters'],
    ])('refuses %s', async (_, file, reason) => {
      await expect(extract(file, 'x.txt')).rejects.toThrow(UnreadableFileError);
      await expect(extract(file, 'x.txt')).rejects.toThrow(reason);
    });
  });

  it('refuses types that are not accepted', async () => {
    await expect(
      extract(office.zip({ 'xl/workbook.bin': '<x/>', '[Content_Types].xml': '<x/>' }), 'x.xlsb'),
    ).rejects.toThrow(UnsupportedFileError);
    await expect(extract(Buffer.from('89504e470d0a1a0a', 'hex'), 'x.txt', 'text/plain')).rejects.toThrow(
      UnsupportedFileError,
    );
  });

  describe('readHtml', () => {
    it('returns tidy visible text, also of long HTML, and nothing for invisible content', async () => {
      expect(await extractor.readHtml('<h1>Tide</h1><script>x</script><p>six&nbsp;&amp; noon</p>', 'a')).toEqual({
        text: 'Tide\n\nsix & noon',
        headings: [{ start: 0, end: 4, level: 1 }],
      });
      expect(await extractor.readHtml(`<i>é</i>${' '.repeat(100_000)}<i>끝</i>`, 'a')).toMatchObject({ text: 'é 끝' });
      expect(await extractor.readHtml('<style>p{}</style>', 'a')).toEqual({ text: '', headings: [] });
    });
  });
});

/** Ten levels of entities, each ten of the level before. */
function entityBomb(): string {
  const levels = Array.from({ length: 10 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  return `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "ha">${levels.join('')}]>${office.hwpxSection('<hp:p><hp:run><hp:t>&e10;</hp:t></hp:run></hp:p>')}`;
}
