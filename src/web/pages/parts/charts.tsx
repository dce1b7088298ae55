import type { ComponentChildren } from 'preact';
import { useSpeech } from '../words/language.js';

const clamped = (share: number) => Math.min(1, Math.max(0, share));

export interface Bar {
  readonly key: string;
  readonly label: ComponentChildren;
  readonly value: number;
  readonly shown: string;
  /** The value of this bar when it is full; that of the chart by default. */
  readonly full?: number;
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
        {bars.map(({ key, label, value, shown, level, full: own }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td class="graph" aria-hidden="true">
              <i
                data-level={level ?? (value < 0 ? 'bad' : '')}
                style={{ width: `${clamped(Math.abs(value) / (own ?? whole)) * 100}%` }}
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
  /** The day, below the chart. */
  readonly day: string;
  readonly rate: number;
  readonly low: number;
  readonly high: number;
}

const WIDTH = 600;
const HEIGHT = 160;
const PAD = 24;

const LABELS = 5;

/** Positions of up to `LABELS` labels, evenly over all points, the first and the last among them. */
function labelled(count: number): readonly number[] {
  const wanted = Math.min(count, LABELS);
  const last = Math.max(1, wanted - 1);
  return Array.from({ length: wanted }, (_, i) => Math.round((i * (count - 1)) / last));
}

interface TrendProps {
  readonly points: readonly TrendPoint[];
  readonly threshold: number;
}

/** Rates from 0 to 1 with their intervals, oldest first, with a scale, and days and rates below. */
export function TrendChart({ points, threshold }: TrendProps) {
  const { say, percent } = useSpeech();
  const step = points.length > 1 ? (WIDTH - 2 * PAD) / (points.length - 1) : 0;
  const x = (i: number) => (points.length === 1 ? WIDTH / 2 : PAD + i * step);
  const y = (rate: number) => HEIGHT - PAD - clamped(rate) * (HEIGHT - 2 * PAD);
  const newest = points.at(-1);
  const told = say('trendTold', { count: points.length, newest: percent(newest?.rate ?? null) });
  const scale = [0, threshold, 1];
  return (
    <div class="trend-chart">
      <div class="scale" aria-hidden="true">
        {scale.map((rate) => (
          <span key={rate} style={{ top: `${(y(rate) / HEIGHT) * 100}%` }}>{`${Math.round(rate * 100)} %`}</span>
        ))}
      </div>
      <svg class="trend" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={told}>
        {scale.map((rate) => (
          <line
            key={rate}
            class={rate === threshold ? 'limit' : 'axis'}
            x1={PAD}
            x2={WIDTH - PAD}
            y1={y(rate)}
            y2={y(rate)}
          />
        ))}
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
      <ol class="plain days">
        {labelled(points.length).map((i) => (
          <li key={points[i]?.key}>
            <span>{points[i]?.day}</span> <strong>{percent(points[i]?.rate ?? null)}</strong>
          </li>
        ))}
      </ol>
    </div>
  );
}
