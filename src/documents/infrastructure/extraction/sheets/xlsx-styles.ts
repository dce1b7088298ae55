import { format } from 'numfmt';
import { childOf, childrenNamed, numberOf, type XmlNode } from '../xml-node.js';

/** Formats that a file names only by number (ECMA-376 part 1, 18.8.30); dates in the locale's order are shown as in ISO 8601. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '#,##0;-#,##0',
  6: '#,##0;-#,##0',
  7: '#,##0.00;-#,##0.00',
  8: '#,##0.00;-#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  30: 'mm-dd-yy',
  31: 'yyyy"년" mm"월" dd"일"',
  32: 'h"시" mm"분"',
  33: 'h"시" mm"분" ss"초"',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  41: '#,##0;-#,##0;"-"',
  42: '#,##0;-#,##0;"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '#,##0.00;-#,##0.00;"-"',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};
const GENERAL = 'General';
/** The longest format that Excel accepts; the time of a longer one grows with more than its length. */
const MAX_PATTERN = 255;
/** Dates in words of the file's language: `[$-412]` is Korean. All others are shown in English. */
const KOREAN = /\[\$-(?:[\dA-F]{0,6})?412\]/iu;

/** The format of one kind of cell. */
interface CellStyle {
  readonly pattern: string;
  readonly isEmphasised: boolean;
}

/** Cell styles of a workbook. */
export class XlsxStyles {
  private readonly cells: readonly CellStyle[];

  constructor(styles: XmlNode | undefined) {
    const patterns = new Map(
      childrenNamed(childOf(styles, 'numFmts'), 'numFmt').map((node) => [
        numberOf(node, 'numFmtId') ?? -1,
        node.attributes['formatCode'] ?? GENERAL,
      ]),
    );
    const bold = childrenNamed(childOf(styles, 'fonts'), 'font').map((font) => isOn(childOf(font, 'b')));
    const filled = childrenNamed(childOf(styles, 'fills'), 'fill').map(isFilled);
    this.cells = childrenNamed(childOf(styles, 'cellXfs'), 'xf').map((xf) => {
      const number = numberOf(xf, 'numFmtId') ?? 0;
      return {
        pattern: (patterns.get(number) ?? BUILT_IN[number] ?? GENERAL).slice(0, MAX_PATTERN),
        isEmphasised: bold[numberOf(xf, 'fontId') ?? 0] === true || filled[numberOf(xf, 'fillId') ?? 0] === true,
      };
    });
  }

  isEmphasised(style: number): boolean {
    return this.cells[style]?.isEmphasised === true;
  }

  /**
   * A number as its cell shows it. @param is1904 the workbook counts days from 1904
   * A format that cannot be understood shows the number itself.
   */
  shown(value: number, style: number, is1904: boolean): string {
    const pattern = this.cells[style]?.pattern ?? GENERAL;
    if (pattern === GENERAL) return general(value);
    const isDate = /[ymdhs]/iu.test(pattern.replace(/"[^"]*"|\[[^\]]{0,60}\]|\\./gu, ''));
    const shifted = is1904 && isDate ? value + 1462 : value;
    try {
      return format(pattern, shifted, { locale: KOREAN.test(pattern) ? 'ko' : 'en', throws: true }).trim();
    } catch {
      return general(value);
    }
  }
}

/** As Excel displays a number in a wide cell, with up to 11 characters; longer integers are shown whole. */
function general(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : format(GENERAL, value);
}

function isOn(node: XmlNode | undefined): boolean {
  return node !== undefined && !['0', 'false'].includes(node.attributes['val'] ?? '1');
}

function isFilled(fill: XmlNode): boolean {
  const pattern = childOf(fill, 'patternFill');
  if (pattern?.attributes['patternType'] !== 'solid') return childOf(fill, 'gradientFill') !== undefined;
  const { rgb, theme, tint } = childOf(pattern, 'fgColor')?.attributes ?? {};
  if (rgb !== undefined) return !/^(?:..)?ffffff$/iu.test(rgb);
  // Theme colour 0 is the background of the page.
  return !(theme === '0' && tint === undefined);
}
