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
const HEAD = 'From: Jo Kim <jo@office.example>|Sent: Sunday, 1 March 2026 10:00|To: Mina|Subject: Hall fee'.split('|');
const WROTE = 'On 1 Mar 2026, Jo Kim wrote:';
const quote = (text: string) => `<blockquote class="gmail_quote">${text}</blockquote>`;

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
  ])('leaves out an earlier mail after the reply: %s', (...quoted) => {
    const own = 'It is 75 euros now.\nBest, Mina';
    expect(ownText([own, '', ...quoted].join('\n'))).toBe(own);
  });

  it('keeps the replies between quoted lines', () => {
    const text = ['Jo wrote:', '> The fee?', '75 euros.', '', '> And the key?', 'At the desk.'].join('\n');
    expect(ownText(text)).toBe('75 euros.\n\nAt the desk.');
  });

  it.each([
    ['lists of names and values', 'Event: Fire drill\nOrganizer: Jo Kim\nPlace: East yard', 'Fire drill'],
    ['a sentence with a colon', 'The fees are:\nAdults: 75 euros\nChildren: 4 euros', 'Re: Hall fee'],
    [
      'a forwarded message',
      ['Read:', '', '--- Forwarded message ---', ...HEAD, '', '50 euros.'].join('\n'),
      'Hall fee',
    ],
  ])('keeps %s', (_, text, subject) => {
    expect(ownText(text, subject)).toBe(text);
  });

  it.each(
    Object.entries({
      Apple: `<blockquote type="cite"><div>${WROTE}</div>50 euros.</blockquote>`,
      Gmail: `<div class="gmail_quote"><div class="gmail_attr">${WROTE}</div>${quote('50.<ul><li>x</ul>')}</div>`,
      Thunderbird: `<div class="moz-cite-prefix">${WROTE}<br></div><blockquote type="cite">50.</blockquote>`,
      Yahoo: `<div id="yahoo_quoted_1" class="yahoo_quoted"><div>${WROTE}</div><div>50 euros.</div></div>`,
      Outlook: `<p>${HEAD.join('<br>').replaceAll(/(\w+:) /gu, '<b>$1</b> ')}</p><table><tr><td>50<td>51</table><p>50.</p>`,
      Naver: `<div>-----Original Message-----</div><div>${HEAD.join('</div><div>')}</div><div>50 euros.</div>`,
    }),
  )('leaves out the quotes of %s in HTML', (_, html) => {
    expect(ownPage(`<p>75 euros.</p>${html}`)).toBe('75 euros.');
  });

  it('keeps quotes that are content', () => {
    const offer = '<table class="price-quote"><tr><td>Hall<td>75</table><blockquote>So it says.</blockquote>';
    expect(ownPage(`We offer:${offer}`)).toBe('We offer:|table|So it says.');
  });

  it('keeps replies between the quotes of a page, and a forwarded message', () => {
    const replies = `${quote('Fee?')}<div>75.</div>${quote('Key?')}<div>Desk.</div>`;
    expect(ownPage(`<div class="gmail_quote"><div>${WROTE}</div>${replies}</div>`)).toBe('75.|Desk.');
    const forwarded = `---------- Forwarded message ---------<br>${HEAD.join('<br>')}<br>50 euros.`;
    expect(ownPage(`Please read.<div class="gmail_quote">${forwarded}</div>`, 'News')).toContain('50 euros.');
  });
});

describe('FORWARDED', () => {
  it('is the first prefix of the subject', () => {
    const forwarded = ['Fwd: A', 'FW: Re: A', '전달: A'];
    expect([...forwarded, 'Re: Fwd: A', '회신: A', 'Forward'].filter((each) => FORWARDED.test(each))).toEqual(
      forwarded,
    );
  });
});
