import { Border } from './section.js';
import { lowered } from '../../text/folded-text.js';

/** A heading of Markdown or of plain text. */
export interface Heading {
  /** Its first line, counted from 0. */
  readonly line: number;
  readonly start: number;
  /** Offset after its last line, an underline included. */
  readonly bodyStart: number;
  /** 1 is the highest. */
  readonly level: number;
  readonly label: string;
}

/** Between the labels of a path. */
export const PATH_SEPARATOR = ' > ';

/** A document whose only first-level heading repeats its title: the heading adds nothing to a label. */
export function titleHeading(headings: readonly Heading[], title: string): Heading | undefined {
  const top = headings.filter((heading) => heading.level === 1);
  const only = top.length === 1 ? top[0] : undefined;
  return only !== undefined && nameKey(only.label) === nameKey(title) ? only : undefined;
}

/** Borders at headings, labelled with the path of headings above: `Backups > Restore rehearsals`. */
export function headingBorders(headings: readonly Heading[], title: string): Border[] {
  const silent = titleHeading(headings, title);
  const path: Heading[] = [];
  return headings.map((heading) => {
    const previous = path.at(-1);
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    const isNested = previous !== undefined && path.at(-1) === previous;
    path.push(heading);
    const labels = path.filter((above) => above !== silent).map((above) => above.label);
    return {
      start: heading.start,
      bodyStart: heading.bodyStart,
      kind: labels.length === 0 ? 'paragraph' : 'section',
      section: labels.length === 0 ? undefined : labels.join(PATH_SEPARATOR),
      article: undefined,
      articleTitle: undefined,
      isHeading: true,
      isNested,
    };
  });
}

function nameKey(text: string): string {
  return lowered(text).replace(/[^\p{L}\p{N}]/gu, '');
}
