import { parseArgs } from 'node:util';
import { EvidenceIndex } from '../../src/fact-check/domain/matching/evidence-index.js';
import { checkClaim } from '../../src/fact-check/domain/check-claim.js';
import { Verdict } from '../../src/fact-check/domain/fact-check.js';
import { FEATURE_NAMES, FeatureName } from '../../src/fact-check/domain/matching/support-model.js';
import { splitClaims } from '../../src/fact-check/domain/split-claims.js';
import { Estimate, share } from '../bench-answers/measures.js';
import { balancedAccuracy, fitContradiction, fitSupport } from './fit-support.js';
import { LabelledClaim, readLabelledClaims } from './labelled-claims.js';
import { faultsOfSamples } from './planted-faults.js';

const USAGE = `npm run bench:facts -- [options] [FOLDER ...]
Measures the fact check on labelled claims: claims.jsonl ({id, kind, claim, evidence: [{id, text}], gold}), also as .gz. Without a
folder: faults planted into the samples' own clauses.
  --fit KIND    ko, en, contradiction: fits src/fact-check/domain/matching/support-model.ts on the folders, and prints weights and cross-validation
  --help`;

/** The features without a weight in English gained nothing in its cross-validation, in which claims come from long texts. */
const FEATURES: Readonly<Record<'ko' | 'en', readonly FeatureName[]>> = {
  ko: FEATURE_NAMES,
  en: FEATURE_NAMES.filter((name) => !['weakest', 'order', 'opposite', 'length'].includes(name)),
};
const PENALTY = { ko: 1, en: 2 };

interface Judged {
  readonly row: LabelledClaim;
  readonly verdict: Verdict;
}

/** An answer is as good as its worst claim. */
function judge(row: LabelledClaim): Judged {
  const index = EvidenceIndex.of(row.evidence);
  const verdicts = splitClaims(row.claim).map((claim) => checkClaim(claim, index).verdict);
  const worst = (['contradicted', 'not_found'] as const).find((verdict) => verdicts.includes(verdict));
  return { row, verdict: verdicts.length === 0 ? 'not_found' : (worst ?? 'supported') };
}

function written({ value, low, high, n }: Estimate): string {
  return `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}] n=${n}`;
}

function report(name: string, rows: readonly LabelledClaim[]): void {
  const started = performance.now();
  const judged = rows.map(judge);
  const perSecond = Math.round((1000 * rows.length) / (performance.now() - started));
  console.log(`## ${name}: ${rows.length} claims, ${perSecond} a second`);
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  for (const kind of kinds.length > 1 ? kinds : []) {
    const part = judged.filter(({ row }) => row.kind === kind);
    const refused = share(part.filter(({ verdict }) => verdict !== 'supported').length, part.length);
    console.log(
      `${kind.padEnd(22)} ${part[0]?.row.gold === 'supported' ? 'false alarm' : 'caught     '} ${written(refused)}`,
    );
  }
  const balanced = (part: readonly Judged[]): string =>
    balancedAccuracy(
      part.map(({ row, verdict }) => ({ supported: row.gold === 'supported', said: verdict === 'supported' })),
    ).toFixed(3);
  console.log(`balanced accuracy (supported against the rest) ${balanced(judged)}`);
  const policy = judged.filter(({ row }) => row.source === 'policy');
  if (policy.length > 0) console.log(`policy texts alone ${balanced(policy)}`);
  const numbers = judged.filter(({ row }) => row.gold === 'supported' && row.has_number === true);
  if (numbers.length > 0) {
    const alarms = share(numbers.filter(({ verdict }) => verdict === 'contradicted').length, numbers.length);
    console.log(`supported claims with a number called contradicted ${written(alarms)}`);
  }
}

/** @returns the exit code: 0, or 2 for arguments that cannot be used */
export function main(args: string[]): number {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { fit: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  const kinds = ['ko', 'en', 'contradiction'];
  if (values.help || (values.fit !== undefined && !kinds.includes(values.fit))) {
    console.log(USAGE);
    return values.help ? 0 : 2;
  }
  if (values.fit !== undefined) {
    const rows = positionals.flatMap(readLabelledClaims);
    const language = values.fit === 'en' ? 'en' : 'ko';
    const fitted =
      values.fit === 'contradiction' ? fitContradiction(rows) : fitSupport(rows, FEATURES[language], PENALTY[language]);
    console.log(JSON.stringify(fitted, undefined, 1));
    return 0;
  }
  if (positionals.length === 0) report('faults planted into the samples', faultsOfSamples());
  for (const folder of positionals) report(folder, readLabelledClaims(folder));
  return 0;
}
