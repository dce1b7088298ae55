import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type PdfRun, toSegments } from './pdf-segments.js';
import type { PdfPageText } from './pdf-running-heads.js';

/** A run with its writing direction, in degrees. */
interface TurnedRun extends PdfRun {
  readonly angle: number;
}

type Corner = readonly [number, number];

const HEADING_ROLE = /^H([1-6])?$/u;
/** Text on a page that is not in its contents: values of forms, and annotations. */
const HIDDEN_FLAGS = 2 | 32;
const PASSWORD = 1 << 13;
const FREE_TEXT = 'FreeText';
/** Ligatures that fonts have as characters of their own, and the shapes of Hebrew and Arabic letters. */
const LIGATURES = /[\ufb00-\ufb06\u0132\u0133\ufb1d-\ufb4f\ufb50-\ufd3d\ufd50-\ufdfb\ufe70-\ufefc]/gu;
/** Height of text in a field of a form, where the field is higher. */
const FIELD_HEIGHT = 12;

/** The text of one page by writing direction: the direction with the most text first. */
export async function pageTexts(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PdfPageText[]> {
  const isTagged = (await document.getMarkInfo())?.['Marked'] === true;
  const levels = isTagged ? headingsOf(await page.getStructTree().catch(() => null)) : new Map<string, number>();
  const runs = [...(await contents(page, levels, isTagged)), ...(await annotations(page))];
  const byAngle = new Map<number, TurnedRun[]>();
  for (const run of runs) {
    const same = byAngle.get(run.angle);
    if (same === undefined) byAngle.set(run.angle, [run]);
    else same.push(run);
  }
  const lengthOf = (each: readonly TurnedRun[]): number => each.reduce((sum, run) => sum + run.text.length, 0);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = page.view;
  const corners: readonly Corner[] = [
    [x1, y1],
    [x2, y2],
    [x1, y2],
    [x2, y1],
  ];
  return [...byAngle]
    .sort(([, a], [, b]) => lengthOf(b) - lengthOf(a))
    .map(([angle, own]) => {
      const edges = corners.map(([x, y]) => turned(x, y, angle).across);
      return {
        segments: toSegments(own),
        bottom: Math.min(...edges),
        top: Math.max(...edges),
        page: page.pageNumber,
        isUpright: angle === 0,
      };
    });
}

async function contents(
  page: PDFPageProxy,
  levels: ReadonlyMap<string, number>,
  isTagged: boolean,
): Promise<TurnedRun[]> {
  const { items } = await page.getTextContent({ includeMarkedContent: isTagged });
  const runs: (TurnedRun & { text: string })[] = [];
  const open: { readonly isArtifact: boolean; readonly level: number | undefined }[] = [];
  for (const item of items) {
    if (!('str' in item)) {
      // A tagged document marks the content that is not part of the text.
      if (item.type === 'endMarkedContent') open.pop();
      else open.push({ isArtifact: member(item, 'tag') === 'Artifact', level: levels.get(item.id) });
      continue;
    }
    if (item.str === '' || open.some((mark) => mark.isArtifact)) continue;
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = item.transform.map(Number);
    const angle = Math.round((Math.atan2(b, a) * 180) / Math.PI);
    const place = turned(x, y, angle);
    if (item.str.trim() === '') {
      const before = runs.at(-1);
      if (before !== undefined && before.angle === angle && isEndOf(before, place)) before.text += ' ';
      continue;
    }
    runs.push({
      text: item.str.replace(LIGATURES, (sign) => sign.normalize('NFKC')),
      ...place,
      angle,
      width: item.width,
      height: Math.hypot(c, d) || Math.hypot(a, b),
      level: open.find((mark) => mark.level !== undefined)?.level,
    });
  }
  return runs;
}

/** Whether a blank begins where a run ends: fonts and stretched lines have spaces that no gap shows. */
function isEndOf(run: PdfRun, { along, across }: Pick<PdfRun, 'along' | 'across'>): boolean {
  const near = run.height / 10;
  return Math.abs(run.along + run.width - along) < near && Math.abs(run.across - across) < near;
}

async function annotations(page: PDFPageProxy): Promise<TurnedRun[]> {
  const found: unknown[] = await page.getAnnotations().catch(() => []);
  return found.flatMap((annotation): TurnedRun[] => {
    const text = shownText(annotation);
    const rectangle = member(annotation, 'rect');
    if (text === '' || !Array.isArray(rectangle)) return [];
    const [left = 0, bottom = 0, right = 0, top = 0] = rectangle.map(Number);
    const lines = text.split(/\r\n?|\n/u);
    const height = Math.min(FIELD_HEIGHT, (top - bottom) / lines.length) || FIELD_HEIGHT;
    // A single line is vertically centred in its field, as its label next to it is.
    const first = lines.length === 1 ? (top + bottom) / 2 - height * 0.35 : top - height;
    return lines.map((line, i) => ({
      text: line,
      along: left,
      across: first - i * height,
      angle: 0,
      width: Math.min(right - left, line.length * height * 0.5),
      height,
    }));
  });
}

/** The text that an annotation shows on the page; notes that open on a click show nothing. */
function shownText(annotation: unknown): string {
  const flags = Number(member(annotation, 'annotationFlags') ?? 0);
  if ((flags & HIDDEN_FLAGS) !== 0) return '';
  if (member(annotation, 'subtype') === FREE_TEXT) return stringOf(member(member(annotation, 'contentsObj'), 'str'));
  if ((Number(member(annotation, 'fieldFlags') ?? 0) & PASSWORD) !== 0) return '';
  const value = member(annotation, 'fieldValue');
  switch (member(annotation, 'fieldType')) {
    case 'Tx':
      // A value that is a stream is only known by its picture.
      return stringOf(value) || drawnText(annotation);
    case 'Ch':
      return (Array.isArray(value) ? value : [value])
        .filter((each): each is string => typeof each === 'string')
        .map((each) => labelOf(annotation, each))
        .join(', ');
    case 'Btn':
      return boxOf(annotation, value);
    default:
      return '';
  }
}

/** The text of the picture that a text field has on the page. */
function drawnText(annotation: unknown): string {
  const drawn = member(annotation, 'textContent');
  return Array.isArray(drawn) ? drawn.map(stringOf).join('\n').trim() : '';
}

function boxOf(annotation: unknown, value: unknown): string {
  const own = member(annotation, member(annotation, 'radioButton') === true ? 'buttonValue' : 'exportValue');
  if (typeof own !== 'string') return '';
  return value === own ? '☑' : '☐';
}

/** A choice is stored by its value and shown by its label. */
function labelOf(annotation: unknown, value: string): string {
  const options = member(annotation, 'options');
  const found: unknown = Array.isArray(options)
    ? options.find((option) => member(option, 'exportValue') === value)
    : undefined;
  const label = member(found, 'displayValue');
  return typeof label === 'string' ? label : value;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function stringOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Ids of the contents that the structure of a document marks as headings. */
function headingsOf(root: unknown): Map<string, number> {
  const levels = new Map<string, number>();
  const visit = (node: unknown, level: number | undefined, depth: number): void => {
    const role = HEADING_ROLE.exec(stringOf(member(node, 'role')));
    const own = role === null ? level : Number(role[1] ?? 1);
    const id = member(node, 'id');
    if (own !== undefined && typeof id === 'string' && member(node, 'type') === 'content') levels.set(id, own);
    const children = member(node, 'children');
    if (Array.isArray(children) && depth < 200) for (const child of children) visit(child, own, depth + 1);
  };
  visit(root, undefined, 0);
  return levels;
}

/** A position in the coordinates of a writing direction. */
function turned(x: number, y: number, angle: number): { readonly along: number; readonly across: number } {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { along: x * cos + y * sin, across: y * cos - x * sin };
}
