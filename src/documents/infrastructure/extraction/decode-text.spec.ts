import fc from 'fast-check';
import iconv from 'iconv-lite';
import { UnreadableFileError } from '../../domain/text-extractor.js';
import { decodeText } from './decode-text.js';

const KOREAN = '승마장 안내\n\n제1조(요금) 한 바퀴 요금은 5,200원이다. 똠방각하 펲시\n';
const TEXTS: readonly (readonly [string, string, string])[] = [
  ['cp949', 'euc-kr', KOREAN],
  ['cp949', 'euc-kr', '주전'],
  ['cp932', 'shift_jis', 'プールの案内\n\n第1条(料金) 一時間の料金は①500円です。土曜日は休みです。\n'],
  ['eucjp', 'euc-jp', 'プールの案内\n\n第1条(料金) 一時間の料金は500円です。土曜日は休みです。\n'],
  ['gb18030', 'gb18030', '游泳馆开放时间为每天上午九点到晚上十点，星期一休息。'],
  ['big5', 'big5', '游泳館開放時間為每天上午九點到晚上十點，星期一休息。'],
  [
    'windows-1252',
    'windows-1252',
    'Die Größe der Töpfe ist für alle gleich. Über die Öffnungszeiten entscheidet der Wärter.',
  ],
  ['windows-1252', 'windows-1252', 'café'],
  ['windows-1251', 'windows-1251', 'Бассейн открыт каждый день с девяти до десяти часов вечера, кроме понедельника.'],
  ['utf-16le', 'utf-16le', KOREAN],
  ['utf-16be', 'utf-16be', 'The pool is open every day from nine to ten.'],
];

describe('decodeText', () => {
  it('drops a byte order mark of UTF-8', () => {
    expect(decodeText(Buffer.from('\ufeff글'))).toEqual({ text: '글', encoding: 'utf-8' });
  });

  it('reads UTF-16 of either byte order with a mark', () => {
    expect(decodeText(Buffer.from('\ufeff글 a', 'utf16le'))).toEqual({ text: '글 a', encoding: 'utf-16le' });
    expect(decodeText(Buffer.from('\ufeff글 a', 'utf16le').swap16())).toEqual({ text: '글 a', encoding: 'utf-16be' });
  });

  it.each(TEXTS)('detects %s without a declaration, as %s, in %j', (encoding, name, text) => {
    expect(decodeText(iconv.encode(text, encoding))).toEqual({ text, encoding: name });
  });

  it.each(TEXTS)('reads declared %s as %s', (encoding, name, text) => {
    expect(decodeText(iconv.encode(text, encoding), encoding === 'eucjp' ? 'EUC-JP' : encoding)).toEqual({
      text,
      encoding: name,
    });
  });

  it.each([
    '<meta charset=ks_c_5601-1987>',
    '<META http-equiv="Content-Type" content="text/html; charset=euc-kr">',
    '<?xml version="1.0" encoding="EUC-KR"?>',
    '<meta charset="utf-8">',
    '<meta charset="no-such-encoding">',
  ])('reads a page in CP949 that declares %s', (declaration) => {
    const page = `${declaration}<p>똠방 화살</p>`;
    expect(decodeText(iconv.encode(page, 'cp949'), undefined, true)).toEqual({ text: page, encoding: 'euc-kr' });
  });

  it('prefers valid UTF-8 to a declaration', () => {
    expect(decodeText(Buffer.from('<meta charset=euc-kr>화살 한 벌'), 'euc-kr', true)).toMatchObject({
      encoding: 'utf-8',
    });
  });

  it.each([
    ['bytes of no encoding', Buffer.from([0x61, 0xc3, 0x28, 0xff])],
    ['noise', Buffer.from(Array.from({ length: 200 }, (_, i) => 128 + ((i * 37) % 127)))],
  ])('refuses %s and gives the cure', (_, bytes) => {
    expect(() => decodeText(bytes)).toThrow('save it as UTF-8');
  });

  it('refuses NUL characters', () => {
    expect(() => decodeText(Buffer.from('a\0b'))).toThrow('NUL');
    expect(() => decodeText(Buffer.from('a', 'utf16le'))).toThrow(UnreadableFileError);
  });

  it('returns any well-formed text without NUL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        fc.pre(!text.includes('\0') && !text.startsWith('\ufeff'));
        expect(decodeText(Buffer.from(text))).toMatchObject({ text });
      }),
    );
  });
});
