import { childOf, childrenNamed, type XmlNode } from './xml-node.js';

/** Default symbols of n-ary operators and brackets. */
const INTEGRAL = '∫';
const ACCENTS: Readonly<Record<string, string>> = { '\u0302': '^', '\u0303': '~', '\u0304': '¯', '\u20d7': '→' };

/** A formula of Office Math (ECMA-376, 22.1) on one line: `(H × 12)/5`, `x^2`, `√(a + b)`. */
export function mathText(node: XmlNode): string {
  return node.children.map(partText).join('');
}

function partText(node: XmlNode): string {
  switch (node.tag) {
    case 'r':
      return childrenNamed(node, 't')
        .flatMap((t) => t.children)
        .map(({ text }) => text)
        .join('');
    case 'f':
      return `${group(part(node, 'num'))}/${group(part(node, 'den'))}`;
    case 'sSup':
      return `${part(node, 'e')}^${group(part(node, 'sup'))}`;
    case 'sSub':
      return `${part(node, 'e')}_${group(part(node, 'sub'))}`;
    case 'sSubSup':
      return `${part(node, 'e')}_${group(part(node, 'sub'))}^${group(part(node, 'sup'))}`;
    case 'sPre':
      return `_${group(part(node, 'sub'))}^${group(part(node, 'sup'))} ${part(node, 'e')}`;
    case 'rad': {
      const degree = part(node, 'deg');
      return `${degree === '' ? '' : `^${group(degree)}`}√(${part(node, 'e')})`;
    }
    case 'nary': {
      const sign = property(node, 'naryPr', 'chr') ?? INTEGRAL;
      return `${sign}${limit('_', part(node, 'sub'))}${limit('^', part(node, 'sup'))} ${part(node, 'e')}`;
    }
    case 'limLow':
      return `${part(node, 'e')}${limit('_', part(node, 'lim'))}`;
    case 'limUpp':
      return `${part(node, 'e')}${limit('^', part(node, 'lim'))}`;
    case 'd':
      return delimited(node);
    case 'func':
      return `${part(node, 'fName')} ${part(node, 'e')}`;
    case 'acc': {
      const accent = property(node, 'accPr', 'chr') ?? '\u0302';
      return `${part(node, 'e')}${ACCENTS[accent] ?? accent}`;
    }
    case 'm':
      return `[${childrenNamed(node, 'mr')
        .map((row) => childrenNamed(row, 'e').map(mathText).join(', '))
        .join('; ')}]`;
    case 'eqArr':
      return childrenNamed(node, 'e').map(mathText).join('; ');
    default:
      return node.tag.endsWith('Pr') ? '' : mathText(node);
  }
}

function part(node: XmlNode, tag: string): string {
  const found = childOf(node, tag);
  return found === undefined ? '' : mathText(found).trim();
}

function property(node: XmlNode, properties: string, tag: string): string | undefined {
  return childOf(childOf(node, properties), tag)?.attributes['val'];
}

/** In brackets, unless it is a single number, name or bracket. */
function group(text: string): string {
  return /^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`;
}

function limit(sign: string, text: string): string {
  return text === '' ? '' : sign + group(text);
}

function delimited(node: XmlNode): string {
  const open = property(node, 'dPr', 'begChr') ?? '(';
  const close = property(node, 'dPr', 'endChr') ?? ')';
  const between = property(node, 'dPr', 'sepChr') ?? '|';
  return open + childrenNamed(node, 'e').map(mathText).join(between) + close;
}
