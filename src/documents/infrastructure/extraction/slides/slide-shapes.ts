import { childOf, childrenNamed, isTrue, nodesBelow, numberOf, textBelow, type XmlNode } from '../xml-node.js';

/** A position on a slide, in units of the file. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A shape of a slide with its position and its placeholder. */
export interface Shape {
  readonly node: XmlNode;
  readonly box: Box | undefined;
  readonly placeholder: Placeholder | undefined;
}

/** The role of a shape of a layout. */
export interface Placeholder {
  /** `title`, `body`, …; `obj` by default. */
  readonly type: string;
  readonly index: string;
}

type Layouts = readonly (XmlNode | undefined)[];

/** Shapes that repeat on every slide. */
const REPEATED: ReadonlySet<string> = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);
const TITLES: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
/** Lines and backgrounds if they have no text. */
const DECORATION: ReadonlySet<string> = new Set(['sp', 'cxnSp']);
/** Boxes that overlap by a larger share of the smaller one are in one row or column. */
const OVERLAP = 0.5;
/** A longer paragraph is counted as several lines. */
const LINE = 40;
/** Font size in hundredths of a point where a text names none. */
const USUAL_SIZE = 1800;

/** The shapes of a tree in the order of the file, without hidden shapes and those that repeat on every slide. */
export function shapesOf(tree: XmlNode | undefined, layouts: Layouts = []): Shape[] {
  return (tree?.children ?? []).flatMap((child): Shape[] => {
    // The first alternative is for newer programs; the fallback is a picture of it.
    if (child.tag === 'AlternateContent')
      return shapesOf(childOf(child, 'Choice') ?? childOf(child, 'Fallback'), layouts);
    if (!['sp', 'pic', 'graphicFrame', 'grpSp', 'cxnSp'].includes(child.tag)) return [];
    const own = child.children.find(({ tag }) => tag.startsWith('nv'));
    if (childOf(own, 'cNvPr')?.attributes['hidden'] === '1') return [];
    const placeholder = placeholderOf(own);
    if (placeholder !== undefined && REPEATED.has(placeholder.type)) return [];
    return [{ node: child, placeholder, box: boxOf(child) ?? inheritedBox(placeholder, layouts) }];
  });
}

/**
 * The title first, then the others by recursive cuts (XY-cut): rows from the top, the columns of a row from the left. A row of heads over
 * rows of their bodies are cards, which are read one after the other. Shapes without a position keep the order of the file.
 */
export function inReadingOrder(shapes: readonly Shape[]): Shape[] {
  const titles = shapes.filter((shape) => isTitle(shape));
  const others = shapes.filter(({ node }) => !DECORATION.has(node.tag) || textBelow(node).trim() !== '');
  const rest = others.filter((shape) => !isTitle(shape));
  const placed = rest.flatMap(({ box, ...shape }) => (box === undefined ? [] : [{ ...shape, box }]));
  return [...titles, ...(placed.length < rest.length ? rest : ordered(placed))];
}

export function isTitle({ placeholder }: Shape): boolean {
  return placeholder !== undefined && TITLES.has(placeholder.type);
}

/** The shape of a layout or master from which a placeholder inherits its format. */
export function layoutShape(placeholder: Placeholder, layout: XmlNode | undefined): XmlNode | undefined {
  const shapes = childrenNamed(childOf(childOf(layout, 'cSld'), 'spTree'), 'sp').map((node) => ({
    node,
    placeholder: placeholderOf(childOf(node, 'nvSpPr')),
  }));
  const type = kindOf(placeholder.type);
  const found =
    shapes.find((each) => each.placeholder?.index === placeholder.index && placeholder.index !== '0') ??
    shapes.find((each) => each.placeholder !== undefined && kindOf(each.placeholder.type) === type);
  return found?.node;
}

/** Contents of all kinds use the format of the body. */
function kindOf(type: string): string {
  if (TITLES.has(type)) return 'title';
  return ['obj', 'tbl', 'chart', 'pic', 'dgm', 'media', 'clipArt', 'subTitle'].includes(type) ? 'body' : type;
}

function placeholderOf(own: XmlNode | undefined): Placeholder | undefined {
  const node = childOf(childOf(own, 'nvPr'), 'ph');
  if (node === undefined) return undefined;
  return { type: node.attributes['type'] ?? 'obj', index: node.attributes['idx'] ?? '0' };
}

function boxOf(shape: XmlNode): Box | undefined {
  const form = childOf(shape, 'xfrm') ?? childOf(childOf(shape, 'spPr') ?? childOf(shape, 'grpSpPr'), 'xfrm');
  const place = childOf(form, 'off');
  const size = childOf(form, 'ext');
  const [x, y] = [numberOf(place, 'x'), numberOf(place, 'y')];
  if (x === undefined || y === undefined) return undefined;
  return { x, y, width: numberOf(size, 'cx') ?? 0, height: numberOf(size, 'cy') ?? 0 };
}

function inheritedBox(placeholder: Placeholder | undefined, layouts: Layouts): Box | undefined {
  if (placeholder === undefined) return undefined;
  const shapes = layouts.flatMap((layout) => layoutShape(placeholder, layout) ?? []);
  return shapes.map(boxOf).find((box) => box !== undefined);
}

type Placed = Shape & { readonly box: Box };
type Axis = 'x' | 'y';

function ordered(shapes: readonly Placed[]): Placed[] {
  const [rows, columns] = [cut(shapes, 'y'), cut(shapes, 'x')];
  if (rows.length === 1 && columns.length === 1) return [...shapes].sort((a, b) => a.box.y - b.box.y);
  if (rows.length === 1) return columns.flatMap(ordered);
  const cards: Placed[][] = [];
  let heads: readonly Placed[] = [];
  for (const row of rows) {
    const last = cards.at(-1);
    if (last !== undefined && areBodies(heads, last, row)) last.push(...row);
    else {
      cards.push([...row]);
      heads = row;
    }
  }
  return cards.flatMap((each) => cut(each, 'x').flatMap(ordered));
}

/**
 * Whether a row has bodies for heads. In each column that has both, the body has more lines, only one of them is text, or the head has
 * larger or bold letters while the columns are further apart than the rows.
 * @param above the heads with the rows that belong to them
 */
function areBodies(heads: readonly Placed[], above: readonly Placed[], row: readonly Placed[]): boolean {
  const columns = cut([...above, ...row], 'x');
  if (columns.length < 2 || [above, row].every((part) => cut(part, 'x').length < columns.length)) return false;
  const isApart = gapOf(columns, 'x') > gapOf([above, row], 'y');
  const pairs = columns
    .map((column) => [heads, row].map((part) => part.filter((shape) => column.includes(shape))))
    .filter((pair) => pair.every((part) => part.length > 0));
  const isHead = ([head = [], body = []]: readonly Placed[][]): boolean =>
    linesOf(body) > linesOf(head) || isText(head) !== isText(body) || (isApart && sizeOf(head) > sizeOf(body));
  return pairs.length > 0 && pairs.every(isHead);
}

/** Groups of shapes along an axis, with a gap or a small overlap between them. */
function cut(shapes: readonly Placed[], axis: Axis): Placed[][] {
  const groups: Placed[][] = [];
  for (const shape of [...shapes].sort((a, b) => a.box[axis] - b.box[axis])) {
    const group = groups.find((each) => each.some((other) => overlaps(other.box, shape.box, axis)));
    if (group === undefined) groups.push([shape]);
    else group.push(shape);
  }
  return groups;
}

function overlaps(a: Box, b: Box, axis: Axis): boolean {
  const overlap = Math.min(endOf(a, axis), endOf(b, axis)) - Math.max(a[axis], b[axis]);
  return overlap > OVERLAP * Math.min(endOf(a, axis) - a[axis], endOf(b, axis) - b[axis]);
}

function endOf(box: Box, axis: Axis): number {
  return box[axis] + (axis === 'x' ? box.width : box.height);
}

/** The distance between the first two groups. */
function gapOf([first = [], second = []]: readonly (readonly Placed[])[], axis: Axis): number {
  return Math.min(...second.map(({ box }) => box[axis])) - Math.max(...first.map(({ box }) => endOf(box, axis)));
}

const isText = (shapes: readonly Placed[]) => shapes.every(({ node }) => ['sp', 'grpSp'].includes(node.tag));

function linesOf(shapes: readonly Placed[]): number {
  const paragraphs = shapes.flatMap(({ node }) => nodesBelow(node, 'p'));
  return paragraphs.reduce((sum, paragraph) => sum + Math.ceil(textBelow(paragraph).length / LINE), 0);
}

/** The largest font size; bold letters count as slightly larger ones. */
function sizeOf(shapes: readonly Placed[]): number {
  const runs = shapes.flatMap(({ node }) => nodesBelow(node, 'rPr'));
  return Math.max(0, ...runs.map((run) => (numberOf(run, 'sz') ?? USUAL_SIZE) + Number(isTrue(run.attributes['b']))));
}
