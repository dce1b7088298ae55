import { SyntaxValidator } from 'fast-xml-validator';
import { ReportChart } from '../domain/report-document.js';
import { drawChart } from './charts.js';

const chart = (more: Partial<ReportChart>): ReportChart => ({
  kind: 'chart',
  id: 'c',
  name: '페르소나별 성공률',
  form: 'bars',
  unit: 'share',
  points: [
    { name: '신입생', value: 0.958 },
    { name: 'a <b> & "c"', value: 1 },
  ],
  ...more,
});

describe('drawChart', () => {
  it.each(['bars', 'columns', 'line'] as const)('draws %s as self-contained SVG, with names and values', (form) => {
    const svg = drawChart(chart({ form }));
    expect(SyntaxValidator.validate(svg)).toBe(true);
    for (const text of ['페르소나별 성공률', '신입생', '95.8 %']) expect(svg).toContain(text);
    expect(svg).not.toMatch(/href="http|<script/u);
  });

  it('gives every bar enough space, and the same picture for the same numbers', () => {
    const heightOf = (svg: string) => Number(/height="(\d+)"/u.exec(svg)?.[1]);
    const many = chart({ points: Array.from({ length: 20 }, (_, i) => ({ name: `p${i}`, value: i / 20 })) });
    expect(heightOf(drawChart(many))).toBeGreaterThan(heightOf(drawChart(chart({}))));
    expect(drawChart(many)).toBe(drawChart(many));
  });

  it('counts in whole numbers', () => {
    expect(drawChart(chart({ form: 'columns', unit: 'count', points: [{ name: '4.5–5.0', value: 29 }] }))).toContain(
      '>29<',
    );
  });

  it.each(['bars', 'columns', 'line'] as const)('draws %s of one point, and of none', (form) => {
    for (const points of [[], [{ name: 'one', value: 0 }]]) {
      const svg = drawChart(chart({ form, points, unit: 'count' }));
      expect(SyntaxValidator.validate(svg)).toBe(true);
      expect(svg).not.toMatch(/NaN|Infinity/u);
    }
  });

  it('draws a bar in proportion to its share', () => {
    const svg = drawChart(
      chart({
        points: [
          { name: 'half', value: 0.5 },
          { name: 'all', value: 1 },
        ],
      }),
    );
    const [half = 0, all = 0] = [...svg.matchAll(/<rect x[^>]* width="([\d.]+)"/gu)].map(([, width]) => Number(width));
    expect(half / all).toBeCloseTo(0.5, 2);
  });
});
