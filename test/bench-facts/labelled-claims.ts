import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { EvidenceText, Verdict } from '../../src/fact-check/domain/fact-check.js';

/** A claim with its evidence and its label: a line of `claims.jsonl`. */
export interface LabelledClaim {
  readonly id: string;
  /** Its planted fault (`invented_number`) or `true_clause`, or the name of its set. */
  readonly kind: string;
  readonly source?: string;
  readonly claim: string;
  readonly evidence: readonly EvidenceText[];
  readonly gold: Verdict;
  readonly has_number?: boolean;
}

/** Reads `claims.jsonl` or `claims.jsonl.gz` of a folder. @throws Error when neither is there */
export function readLabelledClaims(folder: string): LabelledClaim[] {
  const file = path.join(folder, 'claims.jsonl');
  const packed = `${file}.gz`;
  if (!existsSync(file) && !existsSync(packed))
    throw new Error(`${folder} holds neither claims.jsonl nor claims.jsonl.gz.`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : gunzipSync(readFileSync(packed)).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as LabelledClaim);
}

/** Texts that belong together: a claim and its neighbours must not be split between fitting and checking. */
export function evidenceKey(row: LabelledClaim): string {
  return row.evidence.map(({ text }) => text).join('\n');
}
