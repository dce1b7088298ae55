import { formatNumber } from '../number-format.js';
import { childOf, numberOf, type XmlNode } from '../xml-node.js';

/** How a paragraph of a slide begins. */
export type Bullet =
  | { readonly kind: 'none' }
  | { readonly kind: 'sign' }
  | { readonly kind: 'number'; readonly format: string; readonly start: number };

const NO_BULLET: Bullet = { kind: 'none' };
const SIGN: Bullet = { kind: 'sign' };
const MAX_LEVEL = 8;

/** Number formats of DrawingML (ECMA-376 part 1, 20.1.10.61): what is written before and after the number, and its format. */
const SCHEMES: readonly (readonly [prefix: string, format: string])[] = [
  ['arabic', 'decimal'],
  ['alphaLc', 'lowerLetter'],
  ['alphaUc', 'upperLetter'],
  ['romanLc', 'lowerRoman'],
  ['romanUc', 'upperRoman'],
  ['circleNum', 'decimalEnclosedCircle'],
];

/**
 * The bullet of a paragraph: its own, otherwise that of the first list style with one for its level.
 * @param styles the nearest first
 */
export function bulletOf(
  properties: XmlNode | undefined,
  level: number,
  styles: readonly (XmlNode | undefined)[],
): Bullet {
  const levels = styles.map((style) => childOf(style, `lvl${Math.min(level, MAX_LEVEL) + 1}pPr`));
  for (const each of [properties, ...levels]) {
    const bullet = each === undefined ? undefined : ownBullet(each);
    if (bullet !== undefined) return bullet;
  }
  return NO_BULLET;
}

function ownBullet(properties: XmlNode): Bullet | undefined {
  if (childOf(properties, 'buNone') !== undefined) return NO_BULLET;
  const numbered = childOf(properties, 'buAutoNum');
  if (numbered !== undefined) {
    const format = numbered.attributes['type'] ?? 'arabicPeriod';
    return { kind: 'number', format, start: numberOf(numbered, 'startAt') ?? 1 };
  }
  const hasSign = childOf(properties, 'buChar') !== undefined || childOf(properties, 'buBlip') !== undefined;
  return hasSign ? SIGN : undefined;
}

/** A number in a scheme such as `arabicPeriod` (`1.`) or `alphaLcParenR` (`a)`). */
export function schemeNumber(n: number, scheme: string): string {
  const [prefix = '', format = 'decimal'] = SCHEMES.find(([name]) => scheme.startsWith(name)) ?? [];
  const number = formatNumber(n, format);
  const rest = scheme.slice(prefix.length);
  if (rest.startsWith('ParenBoth')) return `(${number})`;
  if (rest.startsWith('ParenR')) return `${number})`;
  return rest.startsWith('Period') ? `${number}.` : number;
}
