/** A node as fast-xml-parser gives it with `preserveOrder`: `{ tag: children }`, or `{ '#text': text }`. */
export type XmlNode = unknown;

const TEXT = '#text';

/** Local name of an element; `#text` for a text node. */
export function tagOf(node: XmlNode): string {
  return typeof node === 'object' && node !== null ? (Object.keys(node)[0] ?? '') : '';
}

export function childrenOf(node: XmlNode): readonly XmlNode[] {
  const content = contentOf(node);
  return Array.isArray(content) ? content : [];
}

/** Text of a text node; '' for an element. */
export function textOf(node: XmlNode): string {
  const content = contentOf(node);
  return tagOf(node) === TEXT && typeof content === 'string' ? content : '';
}

function contentOf(node: XmlNode): unknown {
  if (typeof node !== 'object' || node === null) return undefined;
  return Object.values(node)[0];
}
