import { isTag, isText, type ChildNode, type Element } from 'domhandler';
import { onOneLine } from '../../../text/folded-text.js';
import { symbolOf } from './symbol-fonts.js';

/** Signs of fonts for formulas. */
const PRIVATE = /[\ue000-\uf8ff]/gu;

/** A formula of MathML Core on one line: `(a + b)/2`, `x^2`, `√(x)`. */
export function mathMlText(node: ChildNode): string {
  if (isText(node)) return onOneLine(node.data.replace(PRIVATE, (sign) => symbolOf(undefined, sign.charCodeAt(0))));
  if (!isTag(node)) return '';
  const [first = '', second = '', third = ''] = node.children.filter(isTag).map(mathMlText);
  switch (node.name) {
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'msup':
      return `${first}^${group(second)}`;
    case 'msub':
      return `${first}_${group(second)}`;
    case 'msubsup':
      return `${first}_${group(second)}^${group(third)}`;
    case 'munder':
      return `${first}_${group(second)}`;
    case 'mover':
      return `${first}^${group(second)}`;
    case 'munderover':
      return `${first}_${group(second)}^${group(third)}`;
    case 'msqrt':
      return `√(${below(node, '')})`;
    case 'mroot':
      return `^${group(second)}√(${first})`;
    case 'mo':
      return ` ${below(node, '')} `.replace(/^ ([(),.[\]{}|!])\s$/u, '$1');
    case 'mtr':
      return node.children.filter(isTag).map(mathMlText).join(', ');
    case 'mtable':
      return `[${node.children.filter(isTag).map(mathMlText).join('; ')}]`;
    // The same formula in another language.
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return below(node, '').replace(/ {2,}/gu, ' ');
  }
}

function below(node: Element, between: string): string {
  return node.children.map(mathMlText).join(between);
}

function group(text: string): string {
  const inner = text.trim();
  return /^[\p{L}\p{N}.,]*$/u.test(inner) ? inner : `(${inner})`;
}
