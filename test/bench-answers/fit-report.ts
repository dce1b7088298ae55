import { calibrationError, evenBins, rankingArea } from './measures.js';
import { LeftOut } from './fit-model.js';

const THRESHOLDS = [0.4, 0.45, 0.5, 0.55, 0.6] as const;

const shareOf = <T>(items: readonly T[], holds: (item: T) => boolean) =>
  items.length === 0 ? '   -' : (items.filter(holds).length / items.length).toFixed(2);

function row(name: string, questions: readonly LeftOut[], threshold: number): string {
  const answerable = questions.filter((one) => one.answerable);
  const nearMisses = questions.filter((one) => !one.answerable && one.kind === 'near_miss');
  const foreign = questions.filter((one) => !one.answerable && one.kind !== 'near_miss');
  const answered = (one: LeftOut) => one.probability >= threshold;
  return [
    name.padEnd(24),
    String(answerable.length).padStart(3),
    threshold.toFixed(2),
    shareOf(answerable, (one) => answered(one) && one.right).padStart(6),
    shareOf(answerable, (one) => answered(one) && !one.right).padStart(6),
    shareOf(answerable, (one) => !answered(one)).padStart(7),
    shareOf(nearMisses, answered).padStart(12),
    shareOf(foreign, answered).padStart(9),
  ].join('  ');
}

/** What becomes of each set under the model of the others, by the probability from which is answered. */
export function fitTable(leftOut: readonly LeftOut[]): string {
  const sets = [...new Set(leftOut.map((one) => one.set))];
  const answered = leftOut.filter((one) => one.probability >= 0.5);
  const forecasts = answered.map(({ probability, right }) => ({ probability, right }));
  const stated = (right: boolean) => answered.filter((one) => one.right === right).map((one) => one.probability);
  return [
    `${'set, left out of the fit'.padEnd(24)}    n  from   right   wrong   silent   near misses    foreign`,
    ...sets.flatMap((set) => {
      const own = leftOut.filter((one) => one.set === set);
      return THRESHOLDS.map((threshold) => row(set, own, threshold));
    }),
    `of ${answered.length} answers from .50: AUROC ${rankingArea(stated(true), stated(false)).toFixed(3)}, calibration error ${calibrationError(forecasts, evenBins).toFixed(3)}`,
  ].join('\n');
}
