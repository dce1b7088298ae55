import iconv from 'iconv-lite';
import { type RunningApplication, startApplication } from '../support/application.js';
import { uploadForm } from '../support/multipart.js';
import * as office from '../support/office-files.js';
import { mail, mailbox } from './text-files.js';

const PATH = JSON.stringify(['우편']);

describe('files in files', () => {
  let running: RunningApplication;
  beforeAll(async () => {
    running = await startApplication({ SAMPLE_DATA: 'skip' });
  });
  afterAll(() => running.stop());

  const upload = async (bytes: string | Uint8Array, name: string, fields: Readonly<Record<string, string>> = {}) =>
    running.call({
      method: 'POST',
      url: '/documents/upload',
      ...(await uploadForm({ bytes, name }, { canonical_path: PATH, ...fields })),
    });
  const text = async (id: string): Promise<string> =>
    (await running.call({ method: 'GET', url: `/documents/${encodeURIComponent(id)}` })).json().text;

  it('are documents of their own: a mail with its attachments, which keep their ids', async () => {
    const files = [
      { name: '요금.csv', type: 'text/csv', content: '구분,값\n어른,5000\n' },
      {
        name: '안내.docx',
        type: 'application/octet-stream',
        content: office.docx(office.docxParagraph('주전자 안내')),
      },
      { name: '앱.exe', type: 'application/octet-stream', content: 'MZ\0\0\0' },
    ];
    const file = mail('요금 안내', '<p>붙임을 보십시오.</p>', files);
    const first = await upload(file, '편지.eml', { document_id: 'mail-1' });
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({
      document_id: 'mail-1',
      status: 'indexed',
      parts: [
        { name: '요금.csv', status: 'indexed', document_id: 'mail-1/요금.csv', chunks: 1 },
        { name: '안내.docx', status: 'indexed', document_id: 'mail-1/안내.docx' },
        { name: '앱.exe', status: 'failed', detail: expect.stringContaining('not accepted') },
      ],
    });
    expect(await text('mail-1')).toBe('요금 안내\n\n붙임을 보십시오.');
    const { date, metadata } = (await running.call({ method: 'GET', url: '/documents/mail-1' })).json();
    expect([date, metadata]).toEqual([
      '2026-11-26',
      {
        file_name: '편지.eml',
        from: '김하늘 <kim@observatory.example>',
        to: 'desk@observatory.example',
        sent: 'Thu, 26 Nov 2026 09:30:00 +0900',
      },
    ]);
    expect(await text('mail-1/요금.csv')).toBe('| 구분 | 값 |\n| --- | --- |\n| 어른 | 5000 |');
    const again = await upload(file, '편지.eml', { document_id: 'mail-1' });
    expect(again.statusCode).toBe(200);
    expect(again.json().parts[1]).toMatchObject({ status: 'unchanged' });
    const attached = (await running.call({ method: 'GET', url: '/documents/mail-1%2F%EC%95%88%EB%82%B4.docx' })).json();
    expect(attached).toMatchObject({ title: '안내', metadata: { container: '편지.eml', path: '안내.docx' } });
  });

  it('are read in older encodings, with forwarded messages, and without pictures of the text and signatures', async () => {
    const subject = `=?ks_c_5601-1987?B?${iconv.encode('휴관 알림', 'cp949').toString('base64')}?=`;
    const inner = 'From: a@b.example\r\nSubject: inner\r\n\r\nThe inner lamp.\r\n';
    const parts = [
      `Content-Type: text/plain; charset=euc-kr\r\nContent-Transfer-Encoding: base64\r\n\r\n${iconv.encode('월요일은 쉰다.', 'cp949').toString('base64')}`,
      `Content-Type: message/rfc822\r\n\r\n${inner}`,
      'Content-Type: application/pkcs7-signature; name="smime.p7s"\r\nContent-Disposition: attachment; filename="smime.p7s"\r\n\r\nxx',
    ];
    const file = `From: c@d.example\r\nSubject: ${subject}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
    const { document_id: id, parts: stored } = (await upload(file, 'old.eml')).json();
    expect(await text(id)).toContain('휴관 알림\n\n월요일은 쉰다.');
    expect(stored).toHaveLength(1);
    expect(await text(stored[0].document_id)).toContain('The inner lamp.');
  });

  it('are not made of a single mail that is named as a mailbox', async () => {
    const lone =
      'Received: from h.example\r\n\tby g.example\r\nSubject: The ferry\r\nFrom: a@h.example\r\n\r\nThe ferry leaves at six.\r\n';
    const response = await upload(lone, 'ferry.mbox', { document_id: 'lone' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ document_id: 'lone' });
    expect(await text('lone')).toContain('The ferry leaves at six.');
    expect(response.json().parts).toBeUndefined();
  });

  it('are the mails of a mailbox', async () => {
    const response = await upload(mailbox(), 'a.mbox', { document_id: 'box' });
    expect(response.statusCode).toBe(201);
    expect(response.json()).toMatchObject({ document_id: 'box/1.eml', parts: [{ name: '1.eml' }, { name: '2.eml' }] });
  });

  it('are recognized by their names in an archive, in any encoding of the names, without the files of operating systems', async () => {
    const inner = office.zip({ 'deep/b.txt': '안쪽 글' });
    const archive = Buffer.from(
      office.zip({
        'XXXX.txt': '한글 이름',
        '../../up.txt': '밖으로',
        '__MACOSX/._a.txt': 'x',
        'sub/.DS_Store': 'x',
        'sub/inner.zip': inner,
        'broken.docx': 'not a docx',
        'photo.png': Buffer.from('89504e470d0a1a0a', 'hex'),
      }),
    );
    const korean = iconv.encode('한글', 'cp949');
    const packed = archive.toString('latin1').replaceAll('XXXX.txt', `${korean.toString('latin1')}.txt`);
    const response = await upload(Buffer.from(packed, 'latin1'), 'files.zip', { document_id: 'z' });
    expect([response.statusCode, response.json().detail]).toEqual([201, undefined]);
    expect(response.json().parts.map(({ name, status }: Record<string, string>) => [name, status])).toEqual([
      ['한글.txt', 'indexed'],
      ['up.txt', 'indexed'],
      ['sub/inner.zip!deep/b.txt', 'indexed'],
      ['broken.docx', 'failed'],
      ['photo.png', 'failed'],
    ]);
    expect(response.json().parts[4].detail).toContain('OCR=tesseract');
    expect(await text('z/sub/inner.zip!deep/b.txt')).toBe('안쪽 글');
  });
});
