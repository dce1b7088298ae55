import { Parser } from 'htmlparser2';

/** An element of an office file, by its name without prefix, or a text (`tag` is then `#text`). */
export interface XmlNode {
  readonly tag: string;
  /** Keyed by their names without prefixes. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly text: string;
}

const TEXT = '#text';
const NOTHING: readonly XmlNode[] = [];
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};
/** Deeper nesting than any program writes; the code that walks the nodes is recursive. */
const MAX_DEPTH = 1_000;

interface OpenNode extends XmlNode {
  children: XmlNode[] | readonly XmlNode[];
}

/**
 * The root element of an XML part. Entities of XML are decoded, comments and instructions left out.
 * @param xml text, or its pieces in order
 * @param ignored names of elements that are left out with all that they hold
 * @param isUsed called at the end of each element with the elements around it, the root first: the contents of an element are
 * discarded where it returns true, so that a part of many rows is never a tree as a whole
 * @throws Error where the part is cut off or nested too deep
 */
export function parseXml(
  xml: string | Iterable<string>,
  ignored: ReadonlySet<string> = new Set(),
  isUsed?: (node: XmlNode, around: readonly XmlNode[]) => boolean,
): XmlNode {
  const stack: OpenNode[] = [];
  let root: XmlNode | undefined;
  // Elements that are still open end with the file.
  const state = { isEnding: false, isClosed: false };
  let skipping = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const tag = localName(name);
        if (skipping > 0 || ignored.has(tag)) {
          skipping += 1;
          return;
        }
        if (stack.length >= MAX_DEPTH) throw new Error(`elements are nested more than ${MAX_DEPTH} levels deep`);
        const node: OpenNode = { tag, attributes: localNames(attributes), children: NOTHING, text: '' };
        append(stack.at(-1), node);
        root ??= node;
        stack.push(node);
      },
      ontext: (text) => {
        const parent = stack.at(-1);
        if (skipping === 0 && parent !== undefined) {
          append(parent, { tag: TEXT, attributes: NO_ATTRIBUTES, children: NOTHING, text });
        }
      },
      onclosetag: () => {
        if (skipping > 0) {
          skipping -= 1;
          return;
        }
        const node = stack.pop();
        if (node === root) state.isClosed = !state.isEnding;
        if (node !== undefined && isUsed?.(node, stack) === true) node.children = NOTHING;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (const piece of typeof xml === 'string' ? [xml] : xml) parser.write(piece);
  state.isEnding = true;
  parser.end();
  if (root === undefined || !state.isClosed) throw new Error('it is cut off or is not XML');
  return root;
}

/** The first child of this name. */
export function childOf(node: XmlNode | undefined, tag: string): XmlNode | undefined {
  return node?.children.find((child) => child.tag === tag);
}

/** The children of this name. */
export function childrenNamed(node: XmlNode | undefined, tag: string): XmlNode[] {
  return node?.children.filter((child) => child.tag === tag) ?? [];
}

/** An attribute as an integer; undefined if it is not one. */
export function numberOf(node: XmlNode | undefined, name: string): number | undefined {
  const value = node?.attributes[name];
  return value !== undefined && /^-?\d{1,9}$/u.test(value) ? Number(value) : undefined;
}

/** A boolean of XML Schema. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}

/** The outermost nodes of a name below a node. */
export function nodesBelow(node: XmlNode, tag: string): XmlNode[] {
  return node.children.flatMap((child) => (child.tag === tag ? [child] : nodesBelow(child, tag)));
}

/** All text below a node. */
export function textBelow(node: XmlNode): string {
  return node.tag === TEXT ? node.text : node.children.map(textBelow).join('');
}

function append(parent: OpenNode | undefined, node: XmlNode): void {
  if (parent === undefined) return;
  if (parent.children === NOTHING) parent.children = [node];
  else if (Array.isArray(parent.children)) parent.children.push(node);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function localNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  let own: Record<string, string> | undefined;
  for (const name in attributes) {
    // Every paragraph and run has the numbers of editing sessions.
    if (name.startsWith('xmlns') || name.startsWith('w:rsid') || name === 'xml:space') continue;
    own ??= {};
    own[localName(name)] = attributes[name] ?? '';
  }
  return own ?? NO_ATTRIBUTES;
}

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
