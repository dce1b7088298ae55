import { deflateSync } from 'node:zlib';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import * as office from '../../../../test/support/office-files.js';
import { WorkerTextExtractor } from './worker-text-extractor.js';

const nested = (tag: string, depth: number, text: string) =>
  `<${tag}>`.repeat(depth) + text + `</${tag}>`.repeat(depth);

/** A PDF whose page tree or reference table is cyclic. */
function pdfWith(body: string): Buffer {
  return Buffer.from(`%PDF-1.4\n${body}\ntrailer\n<< /Root 1 0 R /Size 9 /Prev 9 >>\nstartxref\n9\n%%EOF\n`, 'latin1');
}

const CATALOG = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n';

const FILES: readonly (readonly [string, string, () => Uint8Array])[] = [
  ['a DOCX of one million paragraphs', 'a.docx', () => office.docx('<w:p/>'.repeat(1_000_000))],
  ['a DOCX nested 100,000 levels deep', 'a.docx', () => office.docx(nested('w:p', 100_000, ''))],
  ['an HWPX nested 100,000 levels deep', 'a.hwpx', () => office.hwpx([nested('hp:p', 100_000, '')])],
  ['an HWPX of a million empty elements', 'a.hwpx', () => office.hwpx(['<hp:p><hp:run/></hp:p>'.repeat(600_000)])],
  ['HTML nested 500,000 levels deep', 'a.html', () => Buffer.from('<div>'.repeat(500_000))],
  ['HTML of a million tables', 'a.html', () => Buffer.from('<table><tr><td>'.repeat(300_000))],
  [
    'a PDF whose page tree holds itself',
    'a.pdf',
    () => pdfWith(`${CATALOG}2 0 obj\n<< /Type /Pages /Kids [2 0 R] /Count 1000000 >>\nendobj`),
  ],
  [
    'a PDF of a million pages that are one',
    'a.pdf',
    () =>
      pdfWith(
        `${CATALOG}2 0 obj\n<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] /Count 100000 >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1e9 1e9] >>\nendobj`,
      ),
  ],
  [
    'a PDF of streams packed in streams',
    'a.pdf',
    () =>
      office.pdfOfStreams([
        {
          dictionary: '/Filter [/FlateDecode /FlateDecode]',
          bytes: deflateSync(deflateSync(Buffer.alloc(100_000_000, 'q '))),
        },
      ]),
  ],
];

describe('crafted files', () => {
  const extractor = new WorkerTextExtractor();
  afterAll(() => extractor.close());

  // Each is read or refused; its reading process is limited to 256 MB, which the specs of the pool check.
  it.each(FILES)(
    'reads or refuses %s, and the next file is read',
    async (_, name, make) => {
      const outcome = await extractor
        .extract(make(), name, { caller: 'a' })
        .then(() => 'read')
        .catch((error: unknown) => error);
      if (outcome !== 'read') expect(outcome).toBeInstanceOf(UnreadableFileError);
      const next = office.docx(office.docxParagraph('Kettle'));
      expect(await extractor.extract(next, 'next.docx', { caller: 'a' })).toMatchObject({ text: 'Kettle' });
    },
    180_000,
  );
});
