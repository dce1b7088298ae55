import { PATH_SEPARATOR } from './heading.js';

/** A heading above the current position: a division of a regulation (with its rank) or another Markdown heading. */
export interface PathNode {
  /** 0 편, 1 장, 2 절, 3 관; undefined for other headings. */
  readonly rank: number | undefined;
  /** Number of `#`, 0 for a plain line. */
  readonly level: number;
  /** Undefined for a heading that labels leave out. */
  readonly label: string | undefined;
}

/** The headings above the current position of a regulation. */
export class HeadingPath {
  private nodes: PathNode[] = [];

  /**
   * Enters a heading.
   * @returns whether it belongs to the heading right before it
   */
  push(node: PathNode): boolean {
    const before = this.nodes.at(-1);
    while (this.nodes.length > 0 && !isAbove(this.nodes.at(-1), node)) this.nodes.pop();
    const isNested = before !== undefined && this.nodes.at(-1) === before;
    this.nodes.push(node);
    return isNested;
  }

  /**
   * Leaves all divisions, and all Markdown headings from `level` on (0: none).
   * @returns whether the last heading stays
   */
  leaveDivisions(level: number): boolean {
    const before = this.nodes.at(-1);
    this.nodes = this.nodes.filter((node) => node.rank === undefined && (level === 0 || node.level < level));
    return before !== undefined && this.nodes.at(-1) === before;
  }

  /** The labels down to `label`; undefined when there is none. */
  labelled(label?: string): string | undefined {
    let joined: string | undefined;
    for (const node of this.nodes) if (node.label !== undefined) joined = below(joined, node.label);
    return label === undefined ? joined : below(joined, label);
  }
}

/** A label under a path, `제2장 휴학 > 제8조`. */
export function below(path: string | undefined, label: string): string {
  return path === undefined ? label : path + PATH_SEPARATOR + label;
}

/** Whether `above` stays in the path over `node`. Plain lines of divisions have no level and belong below Markdown headings. */
function isAbove(above: PathNode | undefined, node: PathNode): boolean {
  if (above === undefined) return false;
  if (above.rank !== undefined && node.rank !== undefined) return above.rank < node.rank;
  if (node.rank !== undefined && node.level === 0) return true;
  return above.level > 0 && above.level < node.level;
}
