import * as echarts from 'echarts';
import { ReportChart } from '../domain/report-document.js';

const WIDTH = 760;
const ROW = 30;
const HEAD = 70;
const TALL = 300;
const FONT =
  "system-ui, -apple-system, 'Segoe UI', 'Noto Sans KR', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', 'Malgun Gothic', sans-serif";
const INK = '#1f2933';
const QUIET = '#d9dee5';
const COLOUR = '#2f6fb3';

/** Half of a wide character's width is that of a Latin one; the labels of bars decide how much room is left for these. */
function widthOf(text: string): number {
  const wide = text.match(/[\u1100-\uffdc]/gu)?.length ?? 0;
  return 7 * text.length + 6 * wide;
}

const valuesOf = ({ unit, points }: ReportChart): number[] =>
  points.map(({ value }) => (unit === 'share' ? Math.round(value * 1000) / 10 : value));

function common(chart: ReportChart): echarts.EChartsCoreOption {
  return {
    animation: false,
    backgroundColor: '#ffffff',
    color: [COLOUR],
    textStyle: { fontFamily: FONT, color: INK },
    title: { text: chart.name, left: 8, top: 8, textStyle: { fontFamily: FONT, fontSize: 15, color: INK } },
  };
}

const label = (chart: ReportChart, position: 'right' | 'top') => ({
  show: true,
  position,
  fontFamily: FONT,
  color: INK,
  formatter: chart.unit === 'share' ? '{c} %' : '{c}',
});

function valueAxis({ unit }: ReportChart) {
  const limits =
    unit === 'share' ? { min: 0, max: 100, axisLabel: { formatter: '{value} %' } } : { min: 0, minInterval: 1 };
  return { type: 'value', splitLine: { lineStyle: { color: QUIET } }, ...limits };
}

function lying(chart: ReportChart): echarts.EChartsCoreOption {
  const names = chart.points.map((point) => point.name);
  return {
    ...common(chart),
    grid: { left: 20 + Math.max(60, ...names.map(widthOf)), right: 70, top: 44, bottom: 28 },
    xAxis: valueAxis(chart),
    yAxis: { type: 'category', inverse: true, data: names, axisTick: { show: false }, axisLabel: { fontFamily: FONT } },
    series: [{ type: 'bar', data: valuesOf(chart), barMaxWidth: 18, label: label(chart, 'right') }],
  };
}

function standing(chart: ReportChart): echarts.EChartsCoreOption {
  const isLine = chart.form === 'line';
  return {
    ...common(chart),
    grid: { left: 64, right: 30, top: 60, bottom: 40 },
    xAxis: {
      type: 'category',
      data: chart.points.map((point) => point.name),
      boundaryGap: !isLine || chart.points.length === 1,
      axisLabel: { fontFamily: FONT, hideOverlap: true },
    },
    yAxis: valueAxis(chart),
    series: [
      isLine
        ? { type: 'line', data: valuesOf(chart), symbolSize: 8, label: label(chart, 'top') }
        : { type: 'bar', data: valuesOf(chart), barMaxWidth: 60, label: label(chart, 'top') },
    ],
  };
}

/** A still picture has no styles for the mouse, and their names would count through the process: the same numbers give the same text. */
function withoutHover(svg: string): string {
  return svg.replace(/<style\b[^<]*<\/style>\n?/gu, '').replace(/ class="[^"]*"/gu, '');
}

/** A chart as SVG, drawn on the server; the same numbers give the same text. */
export function drawChart(chart: ReportChart): string {
  const height = chart.form === 'bars' ? HEAD + ROW * Math.max(1, chart.points.length) : TALL;
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
  try {
    drawing.setOption(chart.form === 'bars' ? lying(chart) : standing(chart));
    return withoutHover(drawing.renderToSVGString());
  } finally {
    drawing.dispose();
  }
}
