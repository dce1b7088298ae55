import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { annotationRuns, member, stringOf } from './pdf-annotations.js';
import type { PdfPageText } from './pdf-running-heads.js';
import { type PdfRun, toSegments } from './pdf-segments.js';
import { matrixOf, turned, turnedRun, type TurnedRun } from './pdf-turned-run.js';

/** Letters set apart: four or more single signs, each after a blank. */
const SPACED = /^[^\s\p{M}](?: [^\s\p{M}]){3,}$/u;
/** Scripts in which single letters are rarely words; Korean and Chinese have many words of one letter. */
const FOREIGN_LETTER = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\P{L}]/u;
const LEAST_SMALL_LETTERS = 3;
const LEAST_CAPITALS = 5;
/** Where a word begins that is not set apart by more than its letters are. */
const WORD_START = /(?<=[\p{Ll}\d,;)])(?=[\p{Lu}(])|(?<=\p{L})(?=\d)/gu;

/**
 * The words of a piece of text whose letters are set apart, as in titles and in the texts of some scanners: `C h i n a` is `China`. Between
 * words such a text has wider gaps, so that they are separate pieces. Lists of letters (`A B C D E`) are returned as they are.
 */
export function withoutLetterSpacing(text: string): string {
  if (!SPACED.test(text) || FOREIGN_LETTER.test(text)) return text;
  const signs = text.split(' ');
  const small = signs.filter((sign) => /\p{Ll}/u.test(sign)).length;
  const capitals = signs.filter((sign) => /\p{Lu}/u.test(sign)).length;
  if (small < LEAST_SMALL_LETTERS && capitals < LEAST_CAPITALS) return text;
  const isList = signs.every((sign, i) => i === 0 || codeOf(sign) === codeOf(signs[i - 1]) + 1);
  return isList ? text : signs.join('').replace(WORD_START, ' ');
}

function codeOf(sign: string | undefined): number {
  return sign?.codePointAt(0) ?? 0;
}

type Corner = readonly [number, number];

const HEADING_ROLE = /^H([1-6])?$/u;
/** Ligatures that fonts have as characters of their own, and the shapes of Hebrew and Arabic letters. */
const LIGATURES = /[\ufb00-\ufb06\u0132\u0133\ufb1d-\ufb4f\ufb50-\ufd3d\ufd50-\ufdfb\ufe70-\ufefc]/gu;
/** The text of one page by writing direction: the direction with the most text first. */
export async function pageTexts(document: PDFDocumentProxy, page: PDFPageProxy): Promise<PdfPageText[]> {
  const isTagged = (await document.getMarkInfo())?.['Marked'] === true;
  const levels = isTagged ? headingsOf(await page.getStructTree().catch(() => null)) : new Map<string, number>();
  const runs = [...(await contents(page, levels, isTagged)), ...(await annotationRuns(page))];
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
    const text = withoutLetterSpacing(item.str.replace(LIGATURES, (sign) => sign.normalize('NFKC')));
    const run = turnedRun(text, matrixOf(item.transform), item.width);
    if (item.str.trim() === '') {
      const before = runs.at(-1);
      if (before !== undefined && before.angle === run.angle && isEndOf(before, run)) before.text += ' ';
      continue;
    }
    runs.push({ ...run, level: open.find((mark) => mark.level !== undefined)?.level });
  }
  return runs;
}

/** Whether a blank begins where a run ends: fonts and stretched lines have spaces that no gap shows. */
function isEndOf(run: PdfRun, { along, across }: Pick<PdfRun, 'along' | 'across'>): boolean {
  const near = run.height / 10;
  return Math.abs(run.along + run.width - along) < near && Math.abs(run.across - across) < near;
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
