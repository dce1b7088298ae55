import { areaEstimate, calibrationEstimate, Estimate, share } from './measures.js';
import { Outcome } from './asking.js';

export interface Figure {
  readonly name: string;
  readonly target?: string;
  readonly estimate: Estimate;
}

export interface SetReport {
  readonly set: string;
  readonly figures: readonly Figure[];
}

function rate(items: readonly Outcome[], holds: (o: Outcome) => boolean): Estimate {
  return share(items.filter(holds).length, items.length);
}

/**
 * Every figure of one set. Right means: the answer contains a gold string. An answer quotes up to three places; whether it is a short one is
 * counted apart.
 */
export function figures(outcomes: readonly Outcome[]): Figure[] {
  const of = (setting: Outcome['setting']) => outcomes.filter((o) => o.setting === setting);
  const [present, removed, foreign] = [of('present'), of('removed'), of('foreign')];
  const froms = [...new Set(foreign.map((o) => o.from))];
  const right = (o: Outcome) => o.inAnswer;
  const answered = present.filter((o) => !o.abstained);
  const forecasts = (items: readonly Outcome[]) => items.map((o) => ({ probability: o.probability, right: right(o) }));
  const area = (negatives: readonly Outcome[], of_: (o: Outcome) => number) =>
    areaEstimate(present.map(of_), negatives.map(of_));
  return [
    { name: 'gold in answer', target: '>= .85', estimate: rate(present, right) },
    { name: 'gold in a cited quote', target: '>= .84', estimate: rate(present, (o) => o.inQuote) },
    { name: 'right document cited', estimate: rate(present, (o) => o.rightDocument) },
    { name: 'gold in an answer of at most 500 chars', estimate: rate(present, (o) => o.inAnswer && o.withinLimits) },
    { name: 'at most 3 sentences, 500 characters', estimate: rate(answered, (o) => o.withinLimits) },
    { name: 'every sentence cited, quotes exact', target: '1', estimate: rate(answered, (o) => o.supported) },
    { name: 'false abstention', target: '< .08', estimate: rate(present, (o) => o.abstained) },
    { name: 'calibration error, answered', target: '< .05', estimate: calibrationEstimate(forecasts(answered)) },
    { name: 'calibration error, all', estimate: calibrationEstimate(forecasts(present)) },
    { name: 'AUROC, source removed', target: '>= .85', estimate: area(removed, (o) => o.probability) },
    { name: '  by confidence', estimate: area(removed, (o) => o.confidence) },
    ...froms.flatMap((from) => {
      const asked = foreign.filter((o) => o.from === from);
      return [
        { name: `AUROC, questions of ${from}`, target: '>= .97', estimate: area(asked, (o) => o.probability) },
        { name: '  by confidence', estimate: area(asked, (o) => o.confidence) },
        { name: '  abstained', estimate: rate(asked, (o) => o.abstained) },
      ];
    }),
    { name: 'abstained, source removed', estimate: rate(removed, (o) => o.abstained) },
  ];
}

const three = (x: number) => (Number.isNaN(x) ? '-' : x.toFixed(3));

/** A table for a terminal. */
export function table({ set, figures: rows }: SetReport): string {
  const lines = rows
    .filter((row) => row.estimate.n > 0)
    .map(({ name, target = '', estimate: { value, low, high, n, hits } }) =>
      [
        name.padEnd(38),
        three(value).padStart(6),
        `[${three(low)}, ${three(high)}]`.padStart(16),
        (hits === undefined ? String(n) : `${hits} of ${n}`).padStart(12),
        `  ${target}`,
      ].join(' '),
    );
  return [set, ...lines].join('\n');
}
