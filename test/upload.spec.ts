import iconv from 'iconv-lite';
import { type RunningApplication, startApplication } from './support/application.js';
import { type UploadedFile, uploadForm } from './support/multipart.js';
import * as office from './support/office-files.js';

const MB = 1024 * 1024;
const PATH = JSON.stringify(['Harbour', 'Lights']);
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** XML that packs a thousandfold. */
function unfolding(megabytes: number): string {
  return `<?xml version="1.0"?><w:document>${' '.repeat(megabytes * 1_000_000)}</w:document>`;
}

const encryptedOffice = (): Uint8Array =>
  Buffer.concat([OLE, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')]);

/** A description, the file, the status, and a word of the reason in the answer. */
const HOSTILE: readonly (readonly [what: string, file: () => UploadedFile, status: number, reason: RegExp])[] = [
  [
    'a zip bomb in a Word document',
    () => ({
      bytes: office.zip({ ...office.docxParts(''), 'word/document.xml': unfolding(60) }, 9),
      name: 'bomb.docx',
    }),
    422,
    /archive .* 200 to 1/,
  ],
  [
    'a zip bomb in a part that nobody reads',
    () => ({
      bytes: office.zip({ ...office.docxParts(office.docxParagraph('Kettle')), 'word/media/a.bin': unfolding(60) }, 9),
      name: 'bomb.docx',
    }),
    422,
    /archive .* 200 to 1/,
  ],
  [
    'an entity bomb',
    () => ({
      bytes: office.hwpx([], { 'Contents/section0.xml': '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>' }),
      name: 'a.hwpx',
    }),
    422,
    /entit/i,
  ],
  ['an encrypted Word document', () => ({ bytes: encryptedOffice(), name: 'a.docx' }), 422, /password/i],
  [
    'an encrypted PDF',
    () => ({
      bytes: office.pdf([office.pdfLines(['secret'])], { encrypt: office.unknownPassword() }),
      name: 'a.pdf',
      type: 'application/pdf',
    }),
    422,
    /password/i,
  ],
  [
    'an encrypted HWPX',
    () => ({
      bytes: office.hwpx(['<hp:p/>'], {
        'META-INF/manifest.xml': '<odf:manifest><odf:encryption-data/></odf:manifest>',
      }),
      name: 'a.hwpx',
    }),
    422,
    /password/i,
  ],
  ['a PDF that is cut off', () => ({ bytes: '%PDF-1.4 and nothing else', name: 'a.pdf' }), 422, /damaged/i],
  [
    'an archive that is cut off',
    () => ({ bytes: office.docx(office.docxParagraph('Kettle')).subarray(0, 400), name: 'a.docx' }),
    422,
    /damaged/i,
  ],
  ['text under the name of a Word document', () => ({ bytes: 'Just text.', name: 'a.docx' }), 422, /Word/],
  ['an empty file', () => ({ bytes: '', name: 'a.txt' }), 422, /empty/i],
  ['a file of blanks', () => ({ bytes: ' \n\t\n ', name: 'a.md' }), 422, /no text/i],
  ['a PDF of pictures', () => ({ bytes: office.pdf([[]]), name: 'scan.pdf' }), 422, /OCR/],
  ['a picture', () => ({ bytes: PNG, name: 'a.png', type: 'image/png' }), 415, /OCR=tesseract/],
  ['a picture that says it is text', () => ({ bytes: PNG, name: 'a.txt', type: 'text/plain' }), 415, /OCR=tesseract/],
  [
    'a spreadsheet without sheets',
    () => ({ bytes: office.zip({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<x/>' }), name: 'a.xlsx' }),
    422,
    /damaged/,
  ],
  [
    'subtitles with damaged times',
    () => ({
      bytes: '1\n00:00:01,000 --> 00:00:02,000\nThe lamp.\n\n2\n00:00:0x,000 --> 0\nIt is lit.\n',
      name: 'a.srt',
    }),
    422,
    /line 6 of the subtitles has damaged times/,
  ],
  ['subtitles that say nothing', () => ({ bytes: 'WEBVTT\n\nNOTE Empty.\n', name: 'a.vtt' }), 422, /no text/i],
  ['invalid UTF-8', () => ({ bytes: Buffer.from([0x61, 0xc3, 0x28, 0xff]), name: 'a.txt' }), 422, /UTF-8/],
  ['text with NUL', () => ({ bytes: 'a\0b', name: 'a.txt' }), 422, /NUL/],
  ['a file over MAX_UPLOAD_MB', () => ({ bytes: Buffer.alloc(MB + 1, 'a '), name: 'a.txt' }), 413, /MAX_UPLOAD_MB/],
];

/** A part of a form with the boundary `b`; with a file name it is a file. */
function part(name: string, content: string, fileName?: string, type?: string): string {
  const disposition = `form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}`;
  const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  return `--b\r\nContent-Disposition: ${disposition}\r\n${contentType}\r\n${content}\r\n`;
}

describe('an upload', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ MAX_UPLOAD_MB: '1' });
  });
  afterAll(() => running.stop());

  const upload = async (file: UploadedFile, fields: Readonly<Record<string, string>> = { canonical_path: PATH }) =>
    running.call({ method: 'POST', url: '/documents/upload', ...(await uploadForm(file, fields)) });
  const index = async (): Promise<{ documents: number; chunks: number }> => {
    const { documents, chunks } = (await running.call({ method: 'GET', url: '/index' })).json();
    return { documents, chunks };
  };

  it.each(HOSTILE)('of %s is refused with its reason, and nothing is stored', async (_, file, status, reason) => {
    const before = await index();
    const response = await upload(file());
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toContain('application/problem+json');
    const { detail } = response.json();
    expect(detail).toMatch(reason);
    expect(detail).not.toMatch(/[/\\](src|tmp|node_modules|home)[/\\]|\bat \w+ \(/);
    expect(await index()).toEqual(before);
  });

  it.each<[string, Record<string, string>, string]>([
    ['no category', {}, '/canonical_path'],
    ['a category that climbs out', { canonical_path: '["A", ".."]' }, '/canonical_path'],
    ['a category that is no JSON', { canonical_path: 'Harbour' }, '/canonical_path'],
    ['a category that calls itself a class', { canonical_path: '{"constructor":"null"}' }, '/canonical_path'],
    ['six labels', { canonical_path: '["1","2","3","4","5","6"]' }, '/canonical_path'],
    ['a field that is not known', { canonical_path: PATH, colour: 'red' }, '/colour'],
    ['an id with a line break', { canonical_path: PATH, document_id: 'a\nb' }, '/document_id'],
  ])('with %s is refused and names the field', async (_, fields, pointer) => {
    const before = await index();
    const response = await upload({ bytes: 'The lamp is lit at dusk.', name: 'lamp.txt' }, fields);
    expect(response.statusCode).toBe(422);
    const pointers: string[] = response.json().errors.map((fault: { pointer: string }) => fault.pointer);
    expect(pointers.some((p) => p.startsWith(pointer))).toBe(true);
    expect(await index()).toEqual(before);
  });

  it('rejects members that would be taken for the class of an object, as does every other field', async () => {
    const member = { constructor: 'null' };
    const line = JSON.stringify({ title: 'Lamp', text: 'The lamp is lit.', canonical_path: member });
    const headers = { 'content-type': 'application/x-ndjson' };
    const bulk = await running.call({ method: 'POST', url: '/documents/bulk', headers, payload: line });
    expect(bulk.json()).toMatchObject({ indexed: 0, failed: 1 });
    const agent = await running.post('/agents/from-category', {
      version: '1.0.0',
      node_paths: [['A']],
      options: member,
    });
    expect([agent.statusCode, agent.json().errors[0].pointer]).toEqual([422, '/options/constructor']);
  });

  it('without a file, or of another content type, is refused', async () => {
    const form = await uploadForm({ bytes: 'x', name: 'x.txt' }, { canonical_path: PATH });
    const renamed = Buffer.from(form.payload.toString('latin1').replace('name="file"', 'name="attachment"'), 'latin1');
    const wrongField = await running.call({
      method: 'POST',
      url: '/documents/upload',
      headers: form.headers,
      payload: renamed,
    });
    expect(wrongField.statusCode).toBe(422);
    expect(wrongField.json().detail).toContain('/attachment: is a file');
    expect(wrongField.json().detail).toContain('/file');
    expect((await running.post('/documents/upload', { canonical_path: ['A'] })).statusCode).toBe(415);
  });

  it('with a broken form is refused as such, not as a fault of the server', async () => {
    const form = await uploadForm({ bytes: 'The lamp.', name: 'lamp.txt' }, { canonical_path: PATH });
    const url = '/documents/upload';
    for (const request of [
      { headers: form.headers, payload: form.payload.subarray(0, form.payload.length - 40) },
      { headers: { 'content-type': 'multipart/form-data' }, payload: form.payload },
      { headers: { 'content-type': 'multipart/form-data; boundary=other' }, payload: form.payload },
    ]) {
      const { statusCode } = await running.call({ method: 'POST', url, ...request });
      expect([400, 415, 422]).toContain(statusCode);
    }
    expect(await index()).toEqual({ documents: 0, chunks: 0 });
  });

  it.each<[string, () => string[], string, RegExp]>([
    ['two files', () => [part('file', 'One.', 'a.txt'), part('file', 'Two.', 'b.txt')], '/file', /one file/],
    ['90 fields more', () => Array.from({ length: 90 }, (_, i) => part(`f${i}`, 'x')), '', /up to 10 fields/],
    ['11 fields more', () => Array.from({ length: 11 }, (_, i) => part(`f${i}`, 'x')), '', /up to 10 fields/],
    ['100,000 empty parts', () => Array<string>(100_000).fill('--b\r\n\r\n\r\n'), '', /up to 10 fields/],
    ['a category twice', () => [part('canonical_path', '["Other"]')], '/canonical_path', /once/],
    ['a title twice', () => [part('title', 'One'), part('title', 'Two')], '/title', /once/],
    ['a title beyond 64 KB', () => [part('title', 'x'.repeat(70_000))], '/title', /64 KB/],
    ['the name of a member of every object', () => [part('constructor', 'x')], '', /name/],
    ['JSON that is none', () => [part('title', '{', undefined, 'application/json')], '', /JSON/],
  ])('with %s is refused as a form with this fault, and nothing is stored', async (_, parts, pointer, detail) => {
    const before = await index();
    const form = [part('file', 'The lamp.', 'lamp.txt'), part('canonical_path', PATH), ...parts(), '--b--\r\n'];
    const response = await running.call({
      method: 'POST',
      url: '/documents/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: form.join(''),
    });
    expect([response.statusCode, response.json().type]).toEqual([422, 'urn:touchstone:problem:invalid-input']);
    const faults: { pointer: string; detail: string }[] = response.json().errors;
    expect(
      faults
        .filter((fault) => fault.pointer === pointer)
        .map((fault) => fault.detail)
        .join(),
    ).toMatch(detail);
    expect(await index()).toEqual(before);
  });

  it('of a file without a name is refused for its type', async () => {
    const form = [part('file', 'The gong.', undefined, 'application/octet-stream'), part('canonical_path', PATH)];
    const response = await running.call({
      method: 'POST',
      url: '/documents/upload',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      payload: `${form.join('')}--b--\r\n`,
    });
    expect([response.statusCode, response.json().type]).toEqual([415, 'urn:touchstone:problem:unsupported-file']);
  });

  it('keeps the headings of a file as the sections of its passages, and says the encoding of a text', async () => {
    const body =
      office.docxParagraph('Pier lamps', 'Heading1') +
      office.docxParagraph('North pier', 'Heading2') +
      office.docxParagraph('Lit at dusk.') +
      office.docxParagraph('South pier', 'Heading2') +
      office.docxParagraph('Lit at noon.');
    const stored = await upload({ bytes: office.docx(body), name: 'piers.docx' });
    const { document_id: id, encoding } = stored.json();
    const url = `/documents/${encodeURIComponent(id)}`;
    const chunks = (await running.call({ method: 'GET', url: `${url}/chunks` })).json().items;
    expect(chunks.map((chunk: { section: string }) => chunk.section)).toEqual([
      'Pier lamps > North pier',
      'Pier lamps > South pier',
    ]);
    expect(encoding).toBeUndefined();
    const korean = iconv.encode('등대 안내\n등대는 밤에 켠다.', 'cp949');
    const text = await upload({ bytes: korean, name: '\u1103\u1173\u11bc\u1103\u1162.txt', type: 'text/plain' });
    expect(text.json()).toMatchObject({ status: 'indexed', encoding: 'euc-kr' });
    const second = `/documents/${encodeURIComponent(text.json().document_id)}`;
    expect((await running.call({ method: 'GET', url: second })).json()).toMatchObject({
      title: '등대',
      text: '등대 안내\n등대는 밤에 켠다.',
    });
    for (const each of [url, second]) await running.call({ method: 'DELETE', url: each });
  });

  it('of a sound file after all that is stored and found', async () => {
    const sound: UploadedFile[] = [
      { bytes: office.docx(office.docxParagraph('The lamp of the north pier is lit at dusk.')), name: 'north.docx' },
      { bytes: office.pdf([office.pdfLines(['The bell of the south pier rings in fog.'])]), name: 'south.pdf' },
      { bytes: office.hwpx([office.hwpxParagraph('등대지기는 자정에 교대한다.')]), name: '등대.hwpx' },
      { bytes: 'WEBVTT\n\n00:01.000 --> 00:03.000\n<v Mate>The gong sounds twice.\n', name: 'gong.vtt' },
      { bytes: '# Buoys\n\nThe red buoy marks the rocks.', name: 'buoys.md' },
      { bytes: Buffer.alloc(MB, 'The sea is wide. '), name: 'largest.txt' },
    ];
    for (const file of sound) expect([file.name, (await upload(file)).statusCode]).toEqual([file.name, 201]);
    expect((await index()).documents).toBe(sound.length);
    const hits = (await running.post('/search', { query: 'bell of the south pier' })).json().hits;
    expect(hits[0].text).toContain('rings in fog');
    expect(hits[0].taxonomy_path).toEqual(['Harbour', 'Lights']);
  });
});
