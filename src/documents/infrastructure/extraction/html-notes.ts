import { isTag, type Element, type ParentNode } from 'domhandler';
import { percentDecoded } from '../../../text/folded-text.js';

/** Limit of the search for link targets: pages have far fewer elements with ids that links name. */
const MAX_NOTES = 10_000;
const MARK_CLASS = /(?:^|\s)(?:footnote-ref|footnote|noteref|fnref)(?:\s|$)/u;
const NOTE_CLASS = /(?:^|\s)(?:footnotes?|endnotes?|footnote-definition)(?:\s|$)/u;
const NOTE_ROLE = /^doc-(?:footnote|endnotes?)$/u;
/** Elements of books (EPUB). */
const NOTE_TYPE = /(?:^|\s)(?:footnotes?|endnotes?|rearnotes?)(?:\s|$)/u;

/** The footnotes of a page, by the links that mark them. */
export class HtmlNotes {
  private readonly byId = new Map<string, Element>();
  private readonly marked = new Set<Element>();

  constructor(root: ParentNode) {
    const stack: { readonly node: ParentNode; readonly isNote: boolean }[] = [{ node: root, isNote: false }];
    const links: Element[] = [];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      for (const child of next.node.children) {
        if (!isTag(child)) continue;
        const isNote = next.isNote || isNotes(child);
        const id = child.attribs['id'];
        if (isNote && id !== undefined && this.byId.size < MAX_NOTES) this.byId.set(id, child);
        if (isMark(child)) links.push(child);
        stack.push({ node: child, isNote });
      }
    }
    for (const link of links) {
      const note = this.noteAt(link);
      if (note !== undefined) this.marked.add(note);
    }
  }

  /** The note of a link. */
  noteAt(element: Element): Element | undefined {
    return isMark(element) ? this.byId.get(percentDecoded((element.attribs['href'] ?? '').slice(1))) : undefined;
  }

  /** Whether an element is a note that is inserted at its mark. */
  isMarked(element: Element): boolean {
    return this.marked.has(element);
  }
}

function isMark(element: Element): boolean {
  const { name, attribs, parent } = element;
  if (name !== 'a' || attribs['href']?.startsWith('#') !== true) return false;
  if (attribs['role'] === 'doc-noteref' || attribs['epub:type'] === 'noteref') return true;
  if (MARK_CLASS.test(attribs['class'] ?? '')) return true;
  return attribs['data-footnote-ref'] !== undefined || isSuperscript(parent);
}

function isSuperscript(node: ParentNode | null): boolean {
  return node !== null && isTag(node) && node.name === 'sup';
}

function isNotes({ attribs }: Element): boolean {
  return (
    NOTE_ROLE.test(attribs['role'] ?? '') ||
    NOTE_CLASS.test(attribs['class'] ?? '') ||
    NOTE_TYPE.test(attribs['epub:type'] ?? '') ||
    attribs['data-footnotes'] !== undefined
  );
}
