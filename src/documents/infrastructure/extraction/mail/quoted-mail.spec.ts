import { parseDocument } from 'htmlparser2';
import { HtmlBlocks } from '../html-text.js';
import { FORWARDED, markQuotes, withoutQuotes } from './quoted-mail.js';

const TO = ['Jo Kim', '조은'].map((name) => ({ name, address: 'jo@office.example' }));
const ownText = (text: string, subject = 'Re: Hall fee'): string =>
  withoutQuotes([{ kind: 'paragraph', text }], { subject, to: TO })
    .map((block) => (block.kind === 'paragraph' ? block.text.trim() : block.kind))
    .join('\n');
const ownPage = (html: string, subject = 'Re: Hall fee'): string => {
  const page = parseDocument(html);
  markQuotes(page.children);
  return withoutQuotes(new HtmlBlocks(page).read(), { subject, to: TO })
    .map((block) => ('text' in block ? block.text.trim() : block.kind))
    .join('|');
};
const HEAD = [
  'From: Jo Kim <jo@office.example>',
  'Sent: Sunday, 1 March 2026 10:00',
  'To: Mina Park',
  'Subject: Hall fee',
];

describe('withoutQuotes', () => {
  it.each([
    ['On Sun, 1 Mar 2026 at 10:00, Jo Kim <jo@office.example> wrote:', '> It is 50 euros.'],
    ['On Sun, 1 Mar 2026 at 10:00, Jo Kim', '<jo.kim@office.example> wrote:', '', '> It is 50 euros.', '>', '> > Old.'],
    ['2026년 3월 1일 (일) 오전 10:00, 조은 <jo@office.example>님이 작성:', '', '> 50유로입니다.'],
    ['Am 01.03.26 um 10:00 schrieb Jo Kim:', '> 50 Euro.'],
    ['-----Original Message-----', ...HEAD, '', 'It is 50 euros.'],
    ['________________________________', ...HEAD, '', 'It is 50 euros.'],
    HEAD.concat('', 'It is 50 euros.'),
    ['-----원본 메시지-----', '보낸 사람: "조은" <jo@office.example>', '받는 사람: 박민아', '', '50유로입니다.'],
    ['보낸 사람: 조은', '보낸 날짜: 2026년 3월 1일', '받는 사람: 박민아', '제목: RE: Hall fee', '', '50유로입니다.'],
    ['*From:* Jo Kim', '*Date:* 1 March 2026', '*Subject:* Re: Hall fee', '', 'It is 50 euros.'],
  ])('leaves out an earlier mail after the reply: %s', (...quote) => {
    expect(ownText(['It is 75 euros now.', 'Best, Mina', '', ...quote].join('\n'))).toBe(
      'It is 75 euros now.\nBest, Mina',
    );
  });

  it('keeps the replies between quoted lines', () => {
    const text = ['Jo wrote:', '> The fee?', '75 euros.', '', '> And the key?', 'At the desk.'].join('\n');
    expect(ownText(text)).toBe('75 euros.\n\nAt the desk.');
  });

  it.each([
    ['lists of names and values', 'Event: Fire drill\nOrganizer: Jo Kim\nPlace: East yard', 'Fire drill'],
    ['a sentence with a colon', 'The fees are:\nAdults: 75 euros\nChildren: 4 euros', 'Re: Hall fee'],
    [
      'a message that is forwarded in a mail with another subject',
      ['Please read.', '', '---------- Forwarded message ---------', ...HEAD, '', 'It is 50 euros.'].join('\n'),
      'Hall fee',
    ],
  ])('keeps %s', (_, text, subject) => {
    expect(ownText(text, subject)).toBe(text);
  });

  it.each([
    [
      'Apple Mail',
      '<div>75 euros.</div><blockquote type="cite"><div>On 1 Mar 2026, Jo wrote:</div>50 euros.</blockquote>',
    ],
    [
      'Gmail',
      '75 euros.<div class="gmail_quote"><div class="gmail_attr">On 1 Mar 2026 Jo Kim wrote:<br></div><blockquote class="gmail_quote">50 euros.<ul><li>x</ul></blockquote></div>',
    ],
    [
      'Thunderbird',
      '75 euros.<div class="moz-cite-prefix">On 1.3.26 Jo wrote:<br></div><blockquote type="cite">50.</blockquote>',
    ],
    [
      'Yahoo',
      '75 euros.<div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Sunday, Jo wrote:</div><div>50 euros.</div></div>',
    ],
    [
      'Outlook',
      `<p>75 euros.</p><div><p>${HEAD.map((line) => `<b>${line.replace(':', ':</b>')}`).join('<br>')}</p></div><table><tr><td>50<td>51</table><p>50 euros.</p>`,
    ],
    [
      'Naver',
      `<p>75 euros.</p><div>-----Original Message-----</div>${HEAD.map((line) => `<div>${line}</div>`).join('')}<div>50 euros.</div>`,
    ],
  ])('leaves out the quotes of %s in HTML', (_, html) => {
    expect(ownPage(html)).toBe('75 euros.');
  });

  it('keeps quotes that are content', () => {
    expect(
      ownPage(
        '<p>We offer:</p><table class="price-quote"><tr><td>Hall<td>75</table><blockquote>So it says.</blockquote>',
      ),
    ).toBe('We offer:|table|So it says.');
  });

  it('keeps replies between the quotes of a page, and a forwarded message', () => {
    const quote = (text: string) => `<blockquote class="gmail_quote">${text}</blockquote>`;
    expect(
      ownPage(
        `<div class="gmail_quote"><div>On 1 Mar Jo wrote:</div>${quote('Fee?')}<div>75.</div>${quote('Key?')}<div>Desk.</div></div>`,
      ),
    ).toBe('75.|Desk.');
    const forwarded = `<div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>${HEAD.join('<br>')}</div>50 euros.</div>`;
    expect(ownPage(`Please read.${forwarded}`, 'News')).toContain('50 euros.');
  });
});

describe('FORWARDED', () => {
  it('is the first prefix of the subject', () => {
    expect(['Fwd: A', 'FW: Re: A', '전달: A'].map((subject) => FORWARDED.test(subject))).toEqual([true, true, true]);
    expect(['Re: Fwd: A', '회신: A', 'Forward'].map((subject) => FORWARDED.test(subject))).toEqual([
      false,
      false,
      false,
    ]);
  });
});
