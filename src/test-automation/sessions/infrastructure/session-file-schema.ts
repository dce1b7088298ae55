import path from 'node:path';
import { z } from 'zod';
import { InvalidInputError, pointerToken } from '../../../shared/domain/domain-error.js';
import { DATASET_FORMATS } from '../../datasets/domain/dataset.js';
import { SessionFile } from '../domain/session-file.js';
import { POLICY_GATES } from '../domain/session-policy.js';
import { parsedYaml } from '../../datasets/infrastructure/parsed-dataset-files.js';

const share = z.number().min(0).max(1);
const weight = z.number().min(0).max(100);
const points = z.number().min(0).max(5);
const gate = z.union([share, z.literal('off')]);
const gates = z.strictObject(Object.fromEntries(POLICY_GATES.map((id) => [id, gate.optional()])));
const weights = z.strictObject({
  accuracy: weight.optional(),
  completeness: weight.optional(),
  relevance: weight.optional(),
  citation: weight.optional(),
  practicality: weight.optional(),
  actionability: weight.optional(),
});
const thresholds = z
  .strictObject({ success: points, partial: points })
  .refine(({ success, partial }) => partial <= success, { message: 'partial must not be above success' });
const rubric = z.strictObject({
  name: z.string().min(1).max(100),
  criterion: z.string().min(1).max(2_000),
  least: share.optional(),
});

const schema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(200).optional(),
  seed: z.int().optional(),
  target: z.string().min(1).max(100).optional(),
  targets: z.string().min(1).optional(),
  dataset: z.string().min(1).optional(),
  format: z.enum(DATASET_FORMATS).optional(),
  set: z.string().min(1).max(50).optional(),
  personas: z.array(z.string().min(1)).optional(),
  queries: z.int().min(3).max(200).optional(),
  scenarios: z.int().min(1).max(100).optional(),
  turns: z.int().min(3).max(20).optional(),
  concurrency: z.int().min(1).max(64).optional(),
  retries: z.int().min(0).max(3).optional(),
  judge: z.enum(['rules', 'llm']).optional(),
  budget: z.number().min(0).optional(),
  baseline: z.string().min(1).max(200).optional(),
  fail_on: z
    .array(z.enum(['gates', 'regression', 'lost']))
    .min(1)
    .optional(),
  gates: gates.optional(),
  certainty: z.enum(['interval', 'observed']).optional(),
  weights: weights.optional(),
  thresholds: thresholds.optional(),
  citation: z.enum(['required', 'checked', 'off']).optional(),
  rubrics: z.array(rubric).max(20).optional(),
});

/** The gates that the file sets. */
const known = (found: Readonly<Record<string, number | 'off' | undefined>>): Record<string, number | 'off'> =>
  Object.fromEntries(Object.entries(found).flatMap(([id, wanted]) => (wanted === undefined ? [] : [[id, wanted]])));

/**
 * A session file, in YAML or JSON. Its paths are relative to it.
 * @throws InvalidInputError with the line that is not YAML, or the location of every value that is not accepted
 */
export function readSessionFile(text: string, file: string): SessionFile {
  const at = (place: string, detail: string) => ({ pointer: '', detail: `${file}${place}: ${detail}` });
  let value: unknown;
  try {
    value = parsedYaml(text);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError([at('', error.message)]);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw new InvalidInputError(
      parsed.error.issues.map((issue) =>
        at(` at ${issue.path.map((name) => `/${pointerToken(name)}`).join('') || '/'}`, issue.message),
      ),
    );
  const { dataset, targets, gates: found, ...rest } = parsed.data;
  const beside = (name: string | undefined) =>
    name === undefined ? undefined : path.resolve(path.dirname(path.resolve(file)), name);
  return {
    ...rest,
    dataset: beside(dataset),
    targets: beside(targets),
    gates: found === undefined ? undefined : known(found),
  };
}
