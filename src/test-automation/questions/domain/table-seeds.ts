import { withParticle } from '../../../text/korean/korean-particle.js';
import { Article, Sentence } from './articles.js';
import { seedOf } from './seed-of.js';
import { CoreQuestion } from './core-question.js';
import { differenceForms, nounForms } from './korean-ending.js';
import { koreanSlots, Slot } from './korean-slot.js';

interface Row extends Sentence {
  readonly cells: readonly string[];
}

/** Words in Latin letters are left out: their pronunciation decides the particle. */
const LABEL = /^[가-힣A-Z0-9·, ]{2,24}$/u;
const ROW = /^\|(.+)\|\s*$/gmu;

function rowsOf(article: Article): Row[] {
  return [...article.text.matchAll(ROW)].map((m) => ({
    text: m[0].trim(),
    start: article.start + m.index,
    cells: (m[1] ?? '').split('|').map((cell) => cell.trim()),
  }));
}

/** The value of a cell with nothing else in it. */
function valueOf(cell: string | undefined): Slot | undefined {
  const slots = koreanSlots(cell ?? '');
  const [slot] = slots;
  return slots.length === 1 && slot !== undefined && slot.fact === cell ? slot : undefined;
}

/** An action without a verb: `제한속도를 … 넘게 위반`. */
const DOING = /[을를] (?:.{0,200} )?(?:위반|방치|사용|훼손|방해|반입|도용|점유|변경|은폐|누설|유용|위조|제출|이용)$/u;

/** A label as part of a spoken sentence, where its commas would list several subjects. */
export function spokenLabel(label: string): string {
  const listed = label.replace(/,\s*/gu, '·');
  return DOING.test(listed) ? `${listed}하는 것` : listed;
}

/** A column that names the measured thing: `배점`, `학기당 관비`, `인정 기간`. */
const MEASURE =
  /(?:[비료금액율률점수]|비율|기간|시간|단가|학점|합계|인정|인원|연수|부담|봉급|성적|면접|제한|환산|등급|이하|이상|[A-Z])$/u;

/** `발명자`, `일반 학과`: a column next to others of the same unit, which names the people of the value. */
function isCase(rows: readonly Row[], { name, at }: { readonly name: string; readonly at: number }): boolean {
  const unitsAt = (column: number) => rows.flatMap((row) => valueOf(row.cells[column])?.unit ?? []);
  const own = new Set(unitsAt(at));
  const others = (rows[0]?.cells ?? []).map((_, i) => i).filter((i) => i > 0 && i !== at);
  return !MEASURE.test(name) && others.some((i) => unitsAt(i).some((unit) => own.has(unit)));
}

/** The column as the question has it before the value. */
const asksOf = (rows: readonly Row[], column: { readonly name: string; readonly at: number }): string =>
  isCase(rows, column) ? `${column.name}의 경우` : withParticle(column.name, 'subject');

function cellCore(article: Article, row: Row, column: string, value: Slot): CoreQuestion {
  const group = spokenLabel(row.cells[0] ?? '');
  const forms = nounForms(`${withParticle(group, 'topic')} ${column} ${value.asked}`);
  return seedOf(article, row, forms, { language: 'ko', facts: [value.fact], slot: value.slot, group });
}

function rowComparison(article: Article, rows: readonly [Row, Row], column: string, facts: string[]): CoreQuestion {
  const [a, b] = rows;
  const quote = {
    text: article.text.slice(a.start - article.start, b.start - article.start + b.text.length),
    start: a.start,
  };
  const [first, second] = [spokenLabel(a.cells[0] ?? ''), spokenLabel(b.cells[0] ?? '')];
  const pair = withParticle(`${withParticle(first, 'and')} ${second}`, 'topic');
  const head = `${pair} ${column} 어떻게`;
  const forms = differenceForms(head);
  return seedOf(article, quote, forms, { language: 'ko', facts, slot: 'value', isComparison: true });
}

/** Questions about the cells of a Korean table, and about the difference between two neighbouring rows. */
export function tableSeeds(article: Article): CoreQuestion[] {
  const [header, , ...rows] = rowsOf(article);
  if (header === undefined) return [];
  const columns = header.cells.slice(1).map((name, i) => ({ name, at: i + 1 }));
  return columns
    .filter(({ name }) => LABEL.test(name) && !/마다$|당$|^단위$/u.test(name))
    .flatMap((column) => {
      const asks = asksOf(rows, column);
      return rows.flatMap((row, i) => coresAt(article, rows, { row, i, asks, at: column.at }));
    });
}

function coresAt(
  article: Article,
  rows: readonly Row[],
  place: { row: Row; i: number; asks: string; at: number },
): CoreQuestion[] {
  const { row, i, asks, at } = place;
  const value = valueOf(row.cells[at]);
  if (value === undefined || !LABEL.test(row.cells[0] ?? '')) return [];
  const next = rows[i + 1];
  const other = valueOf(next?.cells[at]);
  // Rows with the same label cannot be distinguished by it.
  const isOwn = (label: string | undefined) => rows.filter((one) => one.cells[0] === label).length === 1;
  const isPair =
    next !== undefined &&
    other !== undefined &&
    other.fact !== value.fact &&
    LABEL.test(next.cells[0] ?? '') &&
    isOwn(row.cells[0]) &&
    isOwn(next.cells[0]);
  const core = cellCore(article, row, asks, value);
  return isPair ? [core, rowComparison(article, [row, next], asks, [value.fact, other.fact])] : [core];
}
