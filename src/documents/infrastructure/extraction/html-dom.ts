import { isTag, isText, type ChildNode, type Element } from 'domhandler';

/** Elements that a browser does not display as text: scripts, styles, form choices, struck text. */
const HIDDEN: ReadonlySet<string> = new Set(
  'title script style template noscript iframe object svg canvas audio video datalist select textarea rp del s strike'.split(
    ' ',
  ),
);
const HIDING_STYLE =
  /(?:^|;)\s{0,20}(?:display\s{0,20}:\s{0,20}none|visibility\s{0,20}:\s{0,20}hidden|text-decoration(?:-line)?\s{0,20}:[^;]{0,100}line-through)/iu;
/** Visual duplicates of formulas. */
const SHOWN_TWICE = /(?:^|\s)(?:katex-html|MathJax_Preview)(?:\s|$)/u;
/** Links from a note back to its mark. */
const BACK_LINK = /(?:^|\s)(?:footnote-back|footnote-backref|reversefootnote|data-footnote-backref)(?:\s|$)/u;

/** Whether an element and its content are hidden. */
export function isHidden(element: Element): boolean {
  const { name, attribs } = element;
  if (HIDDEN.has(name) || attribs['hidden'] !== undefined || HIDING_STYLE.test(attribs['style'] ?? '')) return true;
  const classes = attribs['class'] ?? '';
  return SHOWN_TWICE.test(classes) || BACK_LINK.test(classes) || attribs['role'] === 'doc-backlink';
}

/** An integer attribute within limits. */
export function countOf(element: Element, name: string, least: number, most: number): number {
  const value = Number.parseInt(element.attribs[name] ?? '', 10);
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

/** Whether all text below is bold; undefined without text. */
export function isBold(nodes: readonly ChildNode[]): boolean | undefined {
  let all: boolean | undefined;
  for (const node of nodes) {
    if (isText(node) && node.data.trim() !== '') return false;
    if (!isTag(node)) continue;
    const one = node.name === 'b' || node.name === 'strong' || isBold(node.children);
    if (one === false) return false;
    all = one ?? all;
  }
  return all;
}

/** Whether any part of a node may be displayed. */
export function hasContent(node: ChildNode): boolean {
  return isTag(node) ? !isHidden(node) : isText(node) && node.data.trim() !== '';
}
