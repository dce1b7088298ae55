// How often POST /classify is right on a held-out fifth of the sample corpora, and how far its confidence can be trusted.
// After a test build:
//   node .cache/test/test/bench/classification.js [seed …]             texts with their titles
//   node .cache/test/test/bench/classification.js untitled [seed …]    texts alone
//   node .cache/test/test/bench/classification.js fifths [seed …]      each of the five fifths held out in turn, and all together
//   node .cache/test/test/bench/classification.js fit [seed …]         fits the constants of src/taxonomy/domain/classification.ts
//     to other splits, without the documents that the spec asks about, and reports the loss in five-fold cross-validation
import { CALIBRATION } from '../../src/taxonomy/domain/classification.js';
import type { Calibration } from '../../src/taxonomy/domain/category-odds.js';
import { fitted, meanLoss, observations } from '../support/classification-fit.js';
import {
  classificationTrial,
  figures,
  isLeafAmong,
  isRight,
  type Judged,
  shareOf,
  type SplitChoice,
} from '../support/classification-trial.js';
import { shuffled } from '../support/shuffled.js';

const TESTED = 20261122;
const FIT_SEEDS = [101, 102, 103, 104];
const FOLDS = 5;
const out = (line: string) => process.stdout.write(`${line}\n`);

async function fit(seeds: readonly number[]): Promise<void> {
  const all = await observations(seeds, TESTED);
  const works = shuffled([...new Set(all.map(({ work }) => work))], FOLDS);
  const foldOf = new Map(works.map((work, i) => [work, i % FOLDS]));
  out(`${all.length} texts, ${all.filter(({ path }) => path === undefined).length} of them with their category hidden`);
  let loss = 0;
  for (let fold = 0; fold < FOLDS; fold++) {
    const test = all.filter(({ work }) => foldOf.get(work) === fold);
    const by = fitted(
      all.filter(({ work }) => foldOf.get(work) !== fold),
      CALIBRATION,
    );
    loss += (meanLoss(test, by) * test.length) / all.length;
    out(`fold ${fold + 1}: loss ${meanLoss(test, by).toFixed(3)} with ${describe(by)}`);
  }
  const by = fitted(all, CALIBRATION);
  out(`in service:       loss ${meanLoss(all, CALIBRATION).toFixed(3)} with ${describe(CALIBRATION)}`);
  out(`cross-validation: loss ${loss.toFixed(3)}`);
  out(`fitted to all:    loss ${meanLoss(all, by).toFixed(3)} with ${describe(by)}`);
}

function describe(by: Calibration): string {
  return Object.entries(by)
    .map(([name, value]) => `${name} ${Number(value).toFixed(3)}`)
    .join(', ');
}

async function measure(choices: readonly SplitChoice[], withTitles: boolean): Promise<void> {
  const judged: Judged[] = [];
  for (const choice of choices) {
    const trial = await classificationTrial(choice, { withTitles });
    judged.push(...trial.judged);
    const { stored, unreachable, embedding } = trial;
    out(
      `seed ${choice.seed}, fifth ${choice.fifth + 1}: ${stored.length} stored, ${trial.judged.length} asked, ${unreachable} unreachable, ${embedding}`,
    );
    out(`  exact category first: ${shareOf(trial.judged, (one) => isLeafAmong(one, 1))}`);
  }
  tell(judged);
}

/** All figures, and how far confidences can be trusted: the mean distance of confidence and share right over ten bins of equal width. */
function tell(judged: readonly Judged[]): void {
  for (const line of figures(judged)) out(line);
  const confidence = (one: Judged) => one.candidates[0]?.confidence ?? 0;
  for (let low = 0; low < 10; low++) {
    const bin = judged.filter((one) => Math.min(9, Math.floor(confidence(one) * 10)) === low);
    const mean = bin.reduce((sum, one) => sum + confidence(one), 0) / bin.length;
    if (bin.length > 0) out(`  confidence ${mean.toFixed(2)} on average: ${shareOf(bin, isRight)} right`);
  }
  const gaps = Array.from({ length: 10 }, (_, low) => {
    const bin = judged.filter((one) => Math.min(9, Math.floor(confidence(one) * 10)) === low);
    return Math.abs(bin.reduce((sum, one) => sum + confidence(one) - Number(isRight(one)), 0));
  });
  out(`calibration error: ${(gaps.reduce((sum, gap) => sum + gap, 0) / judged.length).toFixed(3)}`);
  const times = judged.map((one) => one.tookMs).sort((a, b) => a - b);
  const quantile = (share: number) => (times[Math.floor(share * times.length)] ?? 0).toFixed(0);
  out(`took ${quantile(0.5)} ms (p50), ${quantile(0.95)} ms (p95)`);
}

const words = process.argv.slice(2);
const given = words.map(Number).filter((seed) => Number.isInteger(seed));
if (words.includes('fit')) await fit(given.length === 0 ? FIT_SEEDS : given);
else {
  const fifths = words.includes('fifths') ? [0, 1, 2, 3, 4] : [0];
  const choices = (given.length === 0 ? [TESTED] : given).flatMap((seed) => fifths.map((fifth) => ({ seed, fifth })));
  await measure(choices, !words.includes('untitled'));
}
