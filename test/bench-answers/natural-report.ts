import { areaEstimate, calibrationEstimate, Estimate, evenBins, share } from './measures.js';
import { NaturalOutcome } from './natural-asking.js';
import { Verdict } from './natural-judgement.js';
import { Figure } from './report.js';

const RISK = 0.1;

function count(items: readonly NaturalOutcome[], ...verdicts: readonly Verdict[]): Estimate {
  return share(items.filter((o) => verdicts.includes(o.verdict)).length, items.length);
}

/** How many can be answered, surest first, with at most this share of the answers not right. */
export function answeredAtRisk(outcomes: readonly NaturalOutcome[], risk: number): number {
  const surest = outcomes.filter((o) => o.verdict !== 'silent').sort((a, b) => b.probability - a.probability);
  let notRight = 0;
  let most = 0;
  surest.forEach((o, i) => {
    if (o.verdict !== 'right') notRight++;
    if (notRight <= risk * (i + 1)) most = i + 1;
  });
  return most;
}

/** Calibration of the stated probability over all questions. */
function trust(outcomes: readonly NaturalOutcome[]): Figure[] {
  const answers = outcomes.filter((o) => o.verdict !== 'silent');
  const [right, others] = [true, false].map((isRight) => answers.filter((o) => (o.verdict === 'right') === isRight));
  const stated = (items: readonly NaturalOutcome[] = []) => items.map((o) => o.probability);
  const forecasts = answers.map((o) => ({ probability: o.probability, right: o.verdict === 'right' }));
  return [
    { name: 'AUROC, right against not, of answers', estimate: areaEstimate(stated(right), stated(others)) },
    { name: 'calibration error, of answers', estimate: calibrationEstimate(forecasts, evenBins) },
    { name: 'answered at 10 % not right', estimate: share(answeredAtRisk(outcomes, RISK), outcomes.length) },
  ];
}

/** Every figure of one natural set: counts with Wilson's intervals, and what the stated probability is worth. */
export function naturalFigures(outcomes: readonly NaturalOutcome[]): Figure[] {
  const single = outcomes.filter((o) => o.group === 'single');
  const answerable = single.filter((o) => o.answerable);
  const unanswerable = (kind: string) => outcomes.filter((o) => !o.answerable && o.kind === kind);
  const turns = (group: NaturalOutcome['group']) => outcomes.filter((o) => o.group === group && o.answerable);
  const kinds = [...new Set(answerable.map((o) => o.kind))].sort();
  return [
    { name: 'right', estimate: count(answerable, 'right') },
    { name: 'partly', estimate: count(answerable, 'partly') },
    { name: 'wrong', estimate: count(answerable, 'wrong') },
    { name: 'silent', estimate: count(answerable, 'silent') },
    { name: 'gold quote cited', estimate: share(answerable.filter((o) => o.goldCited).length, answerable.length) },
    { name: 'near misses answered', estimate: count(unanswerable('near_miss'), 'answered') },
    { name: 'off-domain answered', estimate: count(unanswerable('off_domain'), 'answered') },
    { name: 'small talk answered', estimate: count(unanswerable('small_talk'), 'answered') },
    { name: 'first turns right', estimate: count(turns('first_turn'), 'right') },
    { name: 'follow-ups right', estimate: count(turns('followup'), 'right') },
    ...trust(outcomes),
    ...kinds.map((kind) => ({
      name: `  right of ${kind}`,
      estimate: count(
        answerable.filter((o) => o.kind === kind),
        'right',
      ),
    })),
  ];
}
