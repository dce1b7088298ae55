import type { XmlNode } from '../xml-node.js';

/** An element in the form that the XML reader creates. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | number>> = {},
  children: readonly XmlNode[] = [],
): XmlNode {
  return {
    tag,
    attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)])),
    children,
    text: '',
  };
}

export function textNode(text: string): XmlNode {
  return { tag: '#text', attributes: {}, children: [], text };
}
