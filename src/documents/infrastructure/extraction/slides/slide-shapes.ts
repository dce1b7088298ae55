import { childOf, childrenNamed, numberOf, type XmlNode } from '../xml-node.js';

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

/** Shapes that repeat on every slide. */
const REPEATED: ReadonlySet<string> = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg']);
const TITLES: ReadonlySet<string> = new Set(['title', 'ctrTitle']);
/** Shapes whose heights overlap by this share are in one row. */
const ROW_OVERLAP = 0.5;

/** The shapes of a tree in the order of the file, without hidden shapes and those that repeat on every slide. */
export function shapesOf(tree: XmlNode | undefined, layouts: readonly (XmlNode | undefined)[] = []): Shape[] {
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

/** The title first, then rows from the top, each from the left; shapes without a position keep the order of the file. */
export function inReadingOrder(shapes: readonly Shape[]): Shape[] {
  const titles = shapes.filter((shape) => isTitle(shape));
  const others = shapes.filter((shape) => !isTitle(shape));
  if (others.some(({ box }) => box === undefined)) return [...titles, ...others];
  const rows: Shape[][] = [];
  for (const shape of [...others].sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0))) {
    const row = rows.at(-1);
    if (row?.some((other) => isBeside(other.box, shape.box)) === true) row.push(shape);
    else rows.push([shape]);
  }
  return [...titles, ...rows.flatMap((row) => columnsOf(row))];
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

function inheritedBox(
  placeholder: Placeholder | undefined,
  layouts: readonly (XmlNode | undefined)[],
): Box | undefined {
  if (placeholder === undefined) return undefined;
  for (const layout of layouts) {
    const shape = layoutShape(placeholder, layout);
    const box = shape === undefined ? undefined : boxOf(shape);
    if (box !== undefined) return box;
  }
  return undefined;
}

function isBeside(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return overlap > ROW_OVERLAP * Math.min(a.height, b.height);
}

/** A row from the left; shapes below each other in one column of it stay together. */
function columnsOf(row: readonly Shape[]): Shape[] {
  const columns: Shape[][] = [];
  for (const shape of [...row].sort((a, b) => (a.box?.x ?? 0) - (b.box?.x ?? 0))) {
    const column = columns.find((each) => each.some((other) => isUnder(other.box, shape.box)));
    if (column === undefined) columns.push([shape]);
    else column.push(shape);
  }
  return columns.flatMap((column) => column.sort((a, b) => (a.box?.y ?? 0) - (b.box?.y ?? 0)));
}

function isUnder(a: Box | undefined, b: Box | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const overlap = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return overlap > ROW_OVERLAP * Math.min(a.width, b.width);
}
