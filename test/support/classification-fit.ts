import { FileSampleCorpus } from '../../src/documents/infrastructure/sample-documents.js';
import { restrictedTo, UNRESTRICTED } from '../../src/shared/domain/category-filter.js';
import { foldPath } from '../../src/shared/domain/category-path.js';
import { GatherEvidence } from '../../src/taxonomy/application/classify-text.js';
import { type CategoryConfidence, categoryConfidences } from '../../src/taxonomy/domain/category-confidences.js';
import type { CategoryEvidence } from '../../src/taxonomy/domain/category-evidence.js';
import type { Calibration } from '../../src/taxonomy/domain/category-odds.js';
import { heldOutWorks, type Split, withSplit, workOf } from './classification-trial.js';

/** The result for a held-out document. */
export interface Observation {
  readonly work: string;
  /** Its category; undefined if its top category was hidden, so that it belongs to none. */
  readonly path: readonly string[] | undefined;
  readonly evidence: readonly CategoryEvidence[];
}

/** Two in this number of documents are classified again with their own top category hidden, like texts of other organisations. */
const HIDDEN_EACH = 20;
/** Smallest probability that the loss counts: no single miss outweighs all the rest. */
const LEAST = 0.001;

async function observe({ running, asked, stored }: Split, unseen: ReadonlySet<string>): Promise<Observation[]> {
  const gather = running.app.get(GatherEvidence, { strict: false });
  const tops = [...new Set(stored.map((document) => document.canonicalPath[0] ?? ''))];
  const observations: Observation[] = [];
  for (const [i, document] of asked.filter((one) => !unseen.has(workOf(one))).entries()) {
    // Half go without a title, like the texts of a caller who has none.
    const { text } = document;
    const request = i % 2 === 0 ? { text, title: document.title } : { text };
    const others = restrictedTo(tops.filter((top) => top !== document.canonicalPath[0]).map((top) => [top]));
    const { categories } = await gather.gather({ ...request, filter: UNRESTRICTED });
    observations.push({ work: workOf(document), path: document.canonicalPath, evidence: categories });
    if (i % HIDDEN_EACH > 1) continue;
    const elsewhere = (await gather.gather({ ...request, filter: others })).categories;
    observations.push({ work: workOf(document), path: undefined, evidence: elsewhere });
  }
  return observations;
}

/** Evidence for documents that these splits hold out, without those that the split to be tested holds out. */
export async function observations(seeds: readonly number[], tested: number): Promise<readonly Observation[]> {
  const unseen = heldOutWorks(await new FileSampleCorpus().documents(), { seed: tested, fifth: 0 });
  const all: Observation[] = [];
  for (const seed of seeds) all.push(...(await withSplit({ seed, fifth: 0 }, (split) => observe(split, unseen))));
  return all;
}

/** What no category right below this one has, of the probability that it has itself. */
function remainder(confidences: readonly CategoryConfidence[], parent: readonly string[], within: number): number {
  const key = foldPath(parent);
  const children = confidences.filter(({ path }) => path.length > 0 && foldPath(path.slice(0, -1)) === key);
  return within - children.reduce((sum, child) => sum + child.within, 0);
}

/** -ln of the confidence in each step down to the right category, or in there being none to step to. */
function lossOf({ path, evidence }: Observation, by: Calibration): number {
  const confidences = categoryConfidences(evidence, by);
  const within = new Map(confidences.map((one) => [foldPath(one.path), one.within]));
  const penalty = (probability: number) => -Math.log(Math.max(LEAST, probability));
  let [loss, parent] = [0, 1];
  for (const [i] of (path ?? ['']).entries()) {
    const confidence = path === undefined ? undefined : within.get(foldPath(path.slice(0, i + 1)));
    if (confidence === undefined) return loss + penalty(remainder(confidences, (path ?? []).slice(0, i), parent));
    loss += penalty(confidence);
    parent = confidence;
  }
  return loss;
}

export function meanLoss(all: readonly Observation[], by: Calibration): number {
  return all.reduce((sum, one) => sum + lossOf(one, by), 0) / all.length;
}

const STEPS: Calibration = {
  likeness: 0.5,
  nearness: 0.5,
  named: 0.5,
  area: 0.5,
  elsewhere: 2,
  missed: 0.02,
};

/** Allowed values: a probability stays one, and a power never turns evidence against its category. */
const clamped = (name: keyof Calibration, value: number) =>
  name === 'elsewhere' ? value : Math.min(name === 'missed' ? 0.2 : Infinity, Math.max(0, value));

/** Least mean loss by pattern search (Hooke and Jeeves, 1961): one constant at a time, with steps that halve. */
export function fitted(all: readonly Observation[], start: Calibration, halvings = 5): Calibration {
  const names = Object.keys(STEPS) as (keyof Calibration)[];
  let best = { by: start, loss: meanLoss(all, start) };
  for (let scale = 1; scale > 0.5 ** halvings;) {
    const before = best.loss;
    for (const name of names) {
      for (const sign of [1, -1]) {
        const by = { ...best.by, [name]: clamped(name, best.by[name] + sign * scale * STEPS[name]) };
        const loss = meanLoss(all, by);
        if (loss < best.loss) best = { by, loss };
      }
    }
    if (before - best.loss < 1e-4) scale /= 2;
  }
  return best.by;
}
