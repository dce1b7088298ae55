import { FileParts } from '../file-parts.js';
import { mailText } from './mail-text.js';

const parts = new FileParts(() => Promise.resolve({ status: 'unsupported' }));
const read = async (head: Readonly<Record<string, string>>, ...lines: readonly string[]) => {
  const headers = Object.entries({ From: 'Mina <mina@office.example>', 'Content-Type': 'text/plain', ...head });
  const file = [...headers.map(([name, value]) => `${name}: ${value}`), '', ...lines].join('\r\n');
  return mailText(Buffer.from(file), parts);
};
const QUOTE = ['On Sun, 1 Mar 2026, Jo wrote:', '> It is 50 euros.'];

describe('mailText', () => {
  it('gives sender, receivers and day of sending as metadata and date, not as text', async () => {
    const head = { To: 'a@b.example, c@b.example', Cc: 'Jo <jo@b.example>', Subject: 'Drill' };
    const date = 'Mon, 2 Mar 2026 00:30:00 +0900 (KST)';
    expect(await read({ ...head, Date: date }, 'In the yard.')).toMatchObject({
      text: 'Drill\n\nIn the yard.',
      title: 'Drill',
      date: '2026-03-02',
      metadata: {
        from: 'Mina <mina@office.example>',
        to: 'a@b.example, c@b.example',
        cc: 'Jo <jo@b.example>',
        sent: date,
      },
    });
    expect((await read({ Date: 'soon' }, 'x')).date).toBeUndefined();
  });

  it('leaves out what a reply quotes, and keeps a quote that is alone and a forwarded mail', async () => {
    const text = async (subject: string, ...lines: readonly string[]) =>
      (await read({ Subject: subject }, ...lines)).text;
    expect(await text('Re: Fee', '75 euros.', '', ...QUOTE)).toBe('Re: Fee\n\n75 euros.');
    expect(await text('Re: Fee', ...QUOTE)).toContain('> It is 50 euros.');
    expect(await text('Fwd: Fee', 'See below.', '', ...QUOTE)).toContain('> It is 50 euros.');
    const page = await read(
      { 'Content-Type': 'text/html', Subject: 'Fw: Fee' },
      'See.<blockquote type="cite">50 euros.</blockquote>',
    );
    expect(page.text).toContain('50 euros.');
  });
});
