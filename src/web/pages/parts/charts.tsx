import type { ComponentChildren } from 'preact';
import { useSpeech } from '../words/language.js';

const clamped = (share: number) => Math.min(1, Math.max(0, share));

export interface Bar {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly value: number;
  readonly shown: string;
  readonly level?: string;
}

interface BarChartProps {
  readonly caption: string;
  readonly bars: readonly Bar[];
  /** The value of a full bar; the largest value by default. */
  readonly full?: number;
}

/** Bars as a table: the cells contain the values of the bars. */
export function BarChart({ caption, bars, full }: BarChartProps) {
  const whole = full ?? Math.max(...bars.map((bar) => Math.abs(bar.value)), Number.MIN_VALUE);
  return (
    <table class="chart">
      <caption>{caption}</caption>
      <tbody>
        {bars.map(({ key, label, value, shown, level }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td class="graph" aria-hidden="true">
              <i
                data-level={level ?? (value < 0 ? 'bad' : '')}
                style={{ width: `${clamped(Math.abs(value) / whole) * 100}%` }}
              />
            </td>
            <td class="figure">{shown}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface TrendPoint {
  readonly key: string;
  readonly label: string;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

const WIDTH = 600;
const HEIGHT = 160;
const PAD = 24;

/** Rates from 0 to 1 with their intervals, oldest first. The caller's table contains the same figures. */
export function TrendChart({
  points,
  threshold,
}: {
  readonly points: readonly TrendPoint[];
  readonly threshold: number;
}) {
  const { say, percent } = useSpeech();
  const step = points.length > 1 ? (WIDTH - 2 * PAD) / (points.length - 1) : 0;
  const x = (i: number) => (points.length === 1 ? WIDTH / 2 : PAD + i * step);
  const y = (rate: number) => HEIGHT - PAD - clamped(rate) * (HEIGHT - 2 * PAD);
  const newest = points.at(-1);
  const told = say('trendTold', { count: points.length, newest: percent(newest?.rate ?? null) });
  return (
    <svg class="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={told}>
      <line class="limit" x1={PAD} x2={WIDTH - PAD} y1={y(threshold)} y2={y(threshold)} />
      <line class="axis" x1={PAD} x2={WIDTH - PAD} y1={y(0)} y2={y(0)} />
      <polyline points={points.map((point, i) => `${x(i)},${y(point.rate)}`).join(' ')} />
      {points.map((point, i) => (
        <g key={point.key}>
          <line class="interval" x1={x(i)} x2={x(i)} y1={y(point.low)} y2={y(point.high)} />
          <circle cx={x(i)} cy={y(point.rate)} r="4">
            <title>{`${point.label}: ${percent(point.rate)}`}</title>
          </circle>
        </g>
      ))}
    </svg>
  );
}
