import { TextSpan, skipBlanks, trimmedSpan } from '../../text/text-span.js';
import { PassageKind } from './passage.js';

/** The start and the kind of a structural part of a document; the part ends at the next border. */
export interface Border {
  readonly start: number;
  /** Offset after its heading line. */
  readonly bodyStart: number;
  readonly kind: PassageKind;
  readonly section: string | undefined;
  readonly article: string | undefined;
  readonly articleTitle: string | undefined;
  /** A heading, which joins the part below it if it has no text of its own. */
  readonly isHeading: boolean;
  /** Whether the part belongs to the heading before it. */
  readonly isNested: boolean;
}

/** A border with its end; `start` may include bare headings above it, `ownStart` does not. */
export interface Section extends Border {
  readonly ownStart: number;
  readonly end: number;
}

/** Written out: copying objects takes a large share of the time for a short document. */
function sectionOf(border: Border, span: TextSpan): Section {
  return {
    start: span.start,
    end: span.end,
    ownStart: border.start,
    bodyStart: border.bodyStart,
    kind: border.kind,
    section: border.section,
    article: border.article,
    articleTitle: border.articleTitle,
    isHeading: border.isHeading,
    isNested: border.isNested,
  };
}

/** A part of text that is under no heading. */
export function plainBorder(start: number): Border {
  return {
    start,
    bodyStart: start,
    kind: 'paragraph',
    section: undefined,
    article: undefined,
    articleTitle: undefined,
    isHeading: false,
    isNested: false,
  };
}

/** Turns ascending borders into sections that contain every non-blank character; text before the first border is a plain one. */
export function sectionsBetween(text: string, borders: readonly Border[]): Section[] {
  const sections: Section[] = [];
  const first = skipBlanks(text, 0, text.length);
  const all = borders[0]?.start === first ? borders : [plainBorder(first), ...borders];
  let carried: number | undefined;
  for (let i = 0; i < all.length; i++) {
    const border = all[i];
    if (border === undefined) break;
    const next = all[i + 1];
    const start = carried ?? border.start;
    const limit = next?.start ?? text.length;
    if (next?.isNested === true && border.isHeading && skipBlanks(text, border.bodyStart, limit) >= limit) {
      carried = start;
      continue;
    }
    carried = undefined;
    const span = trimmedSpan(text, start, limit);
    if (span !== undefined) sections.push(sectionOf(border, span));
  }
  return sections;
}
