const FIRST_WIDE = 0xff01;
const LAST_WIDE = 0xff5e;
const WIDE = /[\uff01-\uff5e\u3000]/u;
const EACH_WIDE = /[\uff01-\uff5e\u3000]/gu;
/** From a full-width form to its ASCII character. */
const DISTANCE = 0xfee0;

/** The UTF-16 unit of the half-width form: `３` is `3`, `（` is `(`, the ideographic space a space; all others as they are. */
export function halfWidthUnit(code: number): number {
  if (code === 0x3000) return 0x20;
  return code >= FIRST_WIDE && code <= LAST_WIDE ? code - DISTANCE : code;
}

/** A text with full-width letters, digits and signs in half width, as NFKC has them; every unit keeps its place, so that offsets hold. */
export function halfWidth(text: string): string {
  if (!WIDE.test(text)) return text;
  return text.replace(EACH_WIDE, (sign) => String.fromCharCode(halfWidthUnit(sign.charCodeAt(0))));
}
