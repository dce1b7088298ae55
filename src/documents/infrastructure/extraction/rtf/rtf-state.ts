/** State inside a group of an RTF file; the end of the group restores the previous state. */
export interface RtfState {
  /** Where the text goes; `skip` nowhere. */
  target: RtfTarget;
  /** The next control word decides: the group may be skipped if the word is unknown. */
  isOptional: boolean;
  codepage: string;
  /** Number of fallback characters after a Unicode character, for old programs. */
  fallback: number;
  isBold: boolean;
  isHidden: boolean;
}

/** `mark` is the number or bullet of a paragraph. */
export type RtfTarget = 'body' | 'skip' | 'fonts' | 'styles' | 'info' | 'title' | 'mark' | 'note';

/** Encodings by the character sets of fonts. */
export const CHARSETS: Readonly<Record<number, string>> = {
  0: 'cp1252',
  77: 'macroman',
  128: 'cp932',
  129: 'cp949',
  130: 'cp949',
  134: 'cp936',
  136: 'cp950',
  161: 'cp1253',
  162: 'cp1254',
  163: 'cp1258',
  177: 'cp1255',
  178: 'cp1256',
  186: 'cp1257',
  204: 'cp1251',
  222: 'cp874',
  238: 'cp1250',
};

/** Groups whose text is not shown, or is repeated elsewhere. */
export const SKIPPED: ReadonlySet<string> = new Set(
  'colortbl upr pict object objdata header headerl headerr headerf footer footerl footerr footerf fldinst nonshppict shprslt sn sv annotation atnid atnauthor atndate atnref atnparent listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping latentstyles datastore xmlnstbl pgptbl filetbl bkmkstart bkmkend ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn template xe tc txe rxe private mmathPr wgrffmtfilter panose falt pnseclvl'.split(
    ' ',
  ),
);

/** Groups that may be left out by programs that do not know them, and are read here. */
export const KNOWN_OPTIONAL: ReadonlySet<string> = new Set([
  'shpinst',
  'shptxt',
  'ud',
  'nesttableprops',
  'pn',
  'moMath',
  'mr',
]);

/** Control words that are signs. */
export const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  lbr: '\n',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': '\u00a0',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
};
