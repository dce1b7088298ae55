import { escapedHtml } from '../../../text/folded-text.js';
import { ReportChart } from '../domain/report-document.js';

/** Marks of an axis that starts at 0. */
interface Ticks {
  readonly max: number;
  readonly values: readonly number[];
}

/** About this many marks are easy to read. */
const WANTED = 5;
/** Steps that are easy to count by, times a power of ten. */
const STEPS = [1, 2, 5, 10];

/**
 * Marks of an axis for counts: whole numbers, evenly spaced, from 0 to the first mark that is not below the highest value.
 * @example roundTicks(29) // { max: 30, values: [0, 10, 20, 30] }
 */
export function roundTicks(highest: number): Ticks {
  const rough = Math.max(1, highest) / WANTED;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, power * (STEPS.find((each) => each * power >= rough) ?? 10));
  const count = Math.max(1, Math.ceil(highest / step));
  return { max: count * step, values: Array.from({ length: count + 1 }, (_, index) => index * step) };
}

const WIDTH = 760;
const ROW = 30;
const HEAD = 70;
const TALL = 300;
const FONT =
  "system-ui, -apple-system, 'Segoe UI', 'Noto Sans KR', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', 'Malgun Gothic', sans-serif";
const INK = '#1f2933';
const QUIET = '#d9dee5';
const COLOUR = '#2f6fb3';
const LIMITS = { bar: 18, column: 60 };
const SHARE_TICKS: Ticks = { max: 100, values: [0, 20, 40, 60, 80, 100] };

/** The rectangle that values are drawn in, in pixels. */
interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Width of a text in pixels: a wide character, such as a Korean one, is nearly twice as wide as a Latin one. */
function widthOf(text: string): number {
  const wide = text.match(/[\u1100-\uffdc]/gu)?.length ?? 0;
  return 7 * text.length + 6 * wide;
}

/** Coordinates to a tenth of a pixel, so that the same numbers give the same text. */
const at = (value: number) => String(Math.round(value * 10) / 10);

function text(
  content: string,
  [x, y]: readonly [number, number],
  anchor: 'start' | 'middle' | 'end',
  more = '',
): string {
  return `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" dominant-baseline="central"${more}>${escapedHtml(content)}</text>`;
}

function line(from: readonly [number, number], to: readonly [number, number], colour: string): string {
  return `<path d="M${at(from[0])} ${at(from[1])}L${at(to[0])} ${at(to[1])}" stroke="${colour}" fill="none"/>`;
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${COLOUR}"/>`;
}

const valueOf = ({ unit }: ReportChart, value: number) => (unit === 'share' ? Math.round(value * 1000) / 10 : value);
const labelOf = ({ unit }: ReportChart, value: number) => (unit === 'share' ? `${value} %` : String(value));

function ticksOf(chart: ReportChart): Ticks {
  if (chart.unit === 'share') return SHARE_TICKS;
  return roundTicks(Math.max(0, ...chart.points.map(({ value }) => value)));
}

/** One bar for each point, with its name on the left and its value on the right. */
function bars(chart: ReportChart, height: number): string[] {
  const names = chart.points.map(({ name }) => name);
  const area: Area = {
    left: Math.min(WIDTH / 2, 20 + Math.max(60, ...names.map(widthOf))),
    right: WIDTH - 70,
    top: 44,
    bottom: height - 28,
  };
  const { max, values } = ticksOf(chart);
  const place = (value: number) => area.left + ((area.right - area.left) * value) / max;
  const row = (area.bottom - area.top) / Math.max(1, names.length);
  const thickness = Math.min(LIMITS.bar, row * 0.7);
  return [
    ...values.flatMap((value) => [
      line([place(value), area.top], [place(value), area.bottom], QUIET),
      text(labelOf(chart, value), [place(value), area.bottom + 14], 'middle'),
    ]),
    ...chart.points.flatMap((point, index) => {
      const middle = area.top + row * (index + 0.5);
      const value = valueOf(chart, point.value);
      return [
        text(point.name, [area.left - 8, middle], 'end'),
        rectangle(area.left, middle - thickness / 2, place(value) - area.left, thickness),
        text(labelOf(chart, value), [place(value) + 5, middle], 'start'),
      ];
    }),
    line([area.left, area.top], [area.left, area.bottom], INK),
  ];
}

/** Names below the axis; if names would overlap, only every second, third, ... is shown. */
function namesBelow(chart: ReportChart, places: readonly number[], y: number): string[] {
  const room = (places[1] ?? WIDTH) - (places[0] ?? 0);
  const widest = Math.max(0, ...chart.points.map(({ name }) => widthOf(name))) + 8;
  const step = Math.max(1, Math.ceil(widest / room));
  return chart.points.flatMap(({ name }, index) =>
    index % step === 0 ? [text(name, [places[index] ?? 0, y], 'middle')] : [],
  );
}

/** Values from the bottom up: columns, or points joined by a line in their order. */
function upright(chart: ReportChart): string[] {
  const area: Area = { left: 64, right: WIDTH - 30, top: 60, bottom: TALL - 40 };
  const { max, values } = ticksOf(chart);
  const place = (value: number) => area.bottom - ((area.bottom - area.top) * value) / max;
  const width = area.right - area.left;
  const count = chart.points.length;
  const isSpread = chart.form === 'line' && count > 1;
  const places = chart.points.map((_, index) =>
    isSpread ? area.left + (width * index) / (count - 1) : area.left + (width * (index + 0.5)) / count,
  );
  const points = chart.points.map((point, index) => ({ x: places[index] ?? 0, value: valueOf(chart, point.value) }));
  const thickness = Math.min(LIMITS.column, (width / Math.max(1, count)) * 0.7);
  const path = points.map(({ x, value }, index) => `${index === 0 ? 'M' : 'L'}${at(x)} ${at(place(value))}`).join('');
  const drawn =
    chart.form === 'line'
      ? [
          `<path d="${path}" stroke="${COLOUR}" stroke-width="2" fill="none"/>`,
          ...points.map(
            ({ x, value }) =>
              `<circle cx="${at(x)}" cy="${at(place(value))}" r="4" fill="#ffffff" stroke="${COLOUR}" stroke-width="2"/>`,
          ),
        ]
      : points.map(({ x, value }) => rectangle(x - thickness / 2, place(value), thickness, area.bottom - place(value)));
  return [
    ...values.flatMap((value) => [
      line([area.left, place(value)], [area.right, place(value)], QUIET),
      text(labelOf(chart, value), [area.left - 8, place(value)], 'end'),
    ]),
    line([area.left, area.bottom], [area.right, area.bottom], INK),
    ...drawn,
    ...points.map(({ x, value }) => text(labelOf(chart, value), [x, place(value) - 12], 'middle')),
    ...namesBelow(chart, places, area.bottom + 16),
  ];
}

/** A chart as self-contained SVG; the same numbers give the same text. */
export function drawChart(chart: ReportChart): string {
  const height = chart.form === 'bars' ? HEAD + ROW * Math.max(1, chart.points.length) : TALL;
  const title = text(chart.name, [8, 18], 'start', ' font-size="15" font-weight="bold"');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapedHtml(chart.name)}" font-family="${FONT}" font-size="12" fill="${INK}">`,
    `<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
    title,
    ...(chart.form === 'bars' ? bars(chart, height) : upright(chart)),
    '</svg>',
  ].join('\n');
}
