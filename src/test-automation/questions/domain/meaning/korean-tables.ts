import { withParticle } from '../../../../text/korean/korean-particle.js';
import { Article, Sentence } from '../articles.js';
import { seedOf } from '../seed-of.js';
import { CoreQuestion } from '../core-question.js';
import { nounForms } from '../korean-ending.js';
import { koreanSlots, Slot } from '../korean-slot.js';
import { spokenLabel } from '../table-seeds.js';

interface Row extends Sentence {
  readonly cells: readonly string[];
}

const ROW = /^\|([^\n]*)$/gmu;
const LABEL = /^[가-힣A-Za-z0-9·ㆍ,() ]{1,24}$/u;
/** A column that says what its numbers are. */
const MEASURE =
  /(?:[비료금액율률점수값]|비율|기간|시간|단가|학점|합계|인원|연수|봉급|성적|횟수|권수|부수|한도|일수|등급|이하|이상)$/u;
const MEASURE_OF_UNIT: Readonly<Record<string, string>> = {
  원: '금액',
  일: '일수',
  권: '권수',
  책: '권수',
  학점: '학점',
  점: '점수',
  시간: '시간',
  '%': '비율',
  명: '인원',
};

function rowsOf(article: Article): Row[] {
  return [...article.text.matchAll(ROW)].flatMap((m) => {
    const cells = (m[1] ?? '')
      .replace(/\|\s*$/u, '')
      .split('|')
      .map((cell) => cell.trim());
    return cells.every((cell) => /^:?-*:?$/u.test(cell))
      ? []
      : [{ text: m[0].trim(), start: article.start + m.index, cells }];
  });
}

/** The value of a cell that holds nothing else. */
function valueOf(cell: string | undefined): Slot | undefined {
  const slots = koreanSlots(cell ?? '');
  const [slot] = slots;
  return slots.length === 1 && slot !== undefined && slot.fact === cell ? slot : undefined;
}

/** The label that identifies a row: its first cell, or its first two if rows share the first. */
function labelOf(row: Row, rows: readonly Row[]): { readonly label: string; readonly width: number } | undefined {
  for (const width of [1, 2]) {
    const label = row.cells.slice(0, width);
    const isPlain = label.every((cell) => LABEL.test(cell) && valueOf(cell) === undefined);
    const same = rows.filter((other) => label.every((cell, i) => other.cells[i] === cell)).length;
    if (isPlain && same === 1) return { label: label.map(spokenLabel).join(' '), width };
  }
  return undefined;
}

/** Name of what a column measures, for the question; undefined if it is unclear. */
function measureOf(column: string, title: string, slot: Slot): string | undefined {
  if (/^단위$|마다$|당$/u.test(column)) return undefined;
  if (MEASURE.test(column)) return column.length > 3 ? column : ofTitle(column, title);
  if (!LABEL.test(column)) return undefined;
  const measure = MEASURE.test(title) && title.length <= 8 ? title : MEASURE_OF_UNIT[slot.unit];
  return measure === undefined ? undefined : `${column} ${measure}`;
}

/** A short measure (`기간`) is unclear alone: the title says of what (`대출 기간`). */
function ofTitle(column: string, title: string): string {
  if (title.endsWith(column)) return title;
  const [first = ''] = title.replace(/별(?= )/u, '').split(' ');
  return /^[가-힣]{2,6}$/u.test(first) && !first.endsWith(column) && !/[의과와별]$/u.test(first)
    ? `${first} ${column}`
    : column;
}

/** Questions about the cells of a table; none about rows with merged cells, or without a unique label. */
export function koreanTableAskings(article: Article): CoreQuestion[] {
  const [header, ...rows] = rowsOf(article);
  if (header === undefined || rows.length === 0) return [];
  // `| 단기 | 1개월 |` above `| 2개월 |`: the label holds for both rows.
  const isShared = (at: number): boolean => {
    const next = rows[at + 1];
    return next !== undefined && (next.cells.length < header.cells.length || next.cells[0] === '');
  };
  return rows.flatMap((row, place) => {
    const found = row.cells.length === header.cells.length && !isShared(place) ? labelOf(row, rows) : undefined;
    if (found === undefined || found.label.length > 22 || /^(?:소계|합계|총계|계|구분|단위)(?: |$)/u.test(found.label))
      return [];
    return row.cells.flatMap((cell, at): CoreQuestion[] => {
      const value = at < found.width ? undefined : valueOf(cell);
      const measure = value === undefined ? undefined : measureOf(header.cells[at] ?? '', article.title, value);
      if (value === undefined || measure === undefined) return [];
      const isWhole = !found.label.includes(measure);
      const forms = nounForms(
        `${withParticle(isWhole ? `${found.label} ${measure}` : found.label, 'topic')} ${value.asked}`,
      );
      return [
        seedOf(article, row, forms, {
          language: 'ko',
          facts: [value.fact],
          slot: value.slot,
          group: found.label,
          asks: 'amount',
        }),
      ];
    });
  });
}
