import { checkClaim } from '../../src/fact-check/domain/check-claim.js';
import { EvidenceIndex } from '../../src/fact-check/domain/matching/evidence-index.js';
import { splitClaims } from '../../src/fact-check/domain/split-claims.js';
import { LabelledClaim } from './labelled-claims.js';
import { faultsOfSamples } from './planted-faults.js';

/** Enough to distinguish .95 from .90, and fast enough for every run. */
const PER_KIND = 150;

/** Least share of the planted faults of a kind that the check must catch: the floor, if any, or slightly below the measured share. */
const CAUGHT: Readonly<Record<string, number>> = {
  invented_number_ko: 0.97,
  same_unit_swap_ko: 0.95,
  other_unit_ko: 0.95,
  comparator_flip_ko: 0.95,
  negation_flip_ko: 0.95,
  invented_number_en: 0.97,
  same_unit_swap_en: 0.95,
  other_unit_en: 0.95,
  comparator_flip_en: 0.95,
  negation_flip_en: 0.92,
  wrong_article: 0.95,
  missing_article: 1,
  amended_as_deleted: 1,
  deleted_as_amended: 1,
};
/** Largest share of true claims of a kind that may be refused. */
const REFUSED: Readonly<Record<string, number>> = {
  true_clause_ko: 0.01,
  true_paraphrase_ko: 0.01,
  true_clause_en: 0.02,
  true_paraphrase_en: 0.02,
  true_with_article: 0.02,
  true_status: 0.01,
};

function refuses(row: LabelledClaim): boolean {
  const index = EvidenceIndex.of(row.evidence);
  const claims = splitClaims(row.claim);
  return claims.length === 0 || claims.some((claim) => checkClaim(claim, index).verdict !== 'supported');
}

describe('faults planted into the sample texts, clause by clause', () => {
  const rows = faultsOfSamples(PER_KIND);
  const refused = new Set(rows.filter(refuses));
  const rate = (kind: string): number => {
    const part = rows.filter((row) => row.kind === kind);
    return part.filter((row) => refused.has(row)).length / part.length;
  };

  it('are of every kind, and the same each time', () => {
    const kinds = new Set(rows.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([...Object.keys(CAUGHT), ...Object.keys(REFUSED)].sort());
    expect(faultsOfSamples(PER_KIND)).toEqual(rows);
  });

  it.each(Object.entries(CAUGHT))('%s: at least %d are caught', (kind, least) => {
    expect(rate(kind)).toBeGreaterThanOrEqual(least);
  });

  it.each(Object.entries(REFUSED))('%s: at most %d are refused', (kind, most) => {
    expect(rate(kind)).toBeLessThanOrEqual(most);
  });
});
