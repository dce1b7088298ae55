import * as echarts from 'echarts';
import { ReportBlock } from '../domain/report-document.js';

const WIDTH = 720;
const ROW = 28;
const MARGIN = 60;

/** Rates as bars, drawn as SVG on the server and encoded as base64. */
export function barChart({ name, bars }: Extract<ReportBlock, { kind: 'chart' }>): string {
  const chart = echarts.init(null, null, {
    renderer: 'svg',
    ssr: true,
    width: WIDTH,
    height: MARGIN + ROW * Math.max(1, bars.length),
  });
  chart.setOption({
    animation: false,
    title: { text: name, textStyle: { fontSize: 14 } },
    grid: { left: 170, right: 60, top: 40, bottom: 20 },
    xAxis: { type: 'value', min: 0, max: 100 },
    yAxis: { type: 'category', inverse: true, data: bars.map((bar) => bar.name) },
    series: [
      {
        type: 'bar',
        data: bars.map((bar) => Math.round(bar.value * 1000) / 10),
        label: { show: true, position: 'right', formatter: '{c} %' },
      },
    ],
  });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return Buffer.from(svg).toString('base64');
}
