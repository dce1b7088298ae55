import { z } from 'zod';
import { Fault, InvalidInputError, pointerToken } from '../../shared/domain/domain-error.js';
import { Configuration, CONFIGURATION_PARTS } from '../domain/configuration.js';
import { ConfigurationSchema } from '../domain/configuration-version.js';
import { Json } from '../domain/json-patch.js';
import { lowered } from '../../text/folded-text.js';

/** Every pattern is tried on every message: a very long pattern would be slow and unreadable. */
const MAX_PATTERN = 2_000;

function patternFault(text: string): string | undefined {
  try {
    new RegExp(text, 'iu');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'it cannot be compiled';
  }
}

const pattern = z
  .string()
  .min(1, 'must not be empty')
  .max(MAX_PATTERN, `must have at most ${MAX_PATTERN} characters`)
  .superRefine((text, context) => {
    const fault = patternFault(text);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `is not a regular expression: ${fault}` });
  });
const patterns = z.array(pattern);
const share = z.number().min(0, 'must be 0 or more').max(1, 'must be 1 or less');
const name = z.string().regex(/^[a-z0-9_-]{1,60}$/u, 'must be 1..60 lower-case letters, digits, - or _');
const version = z.literal(1);

const intents = z.strictObject({
  version,
  rules: z
    .array(z.strictObject({ id: name, intent: z.enum(['question', 'explanation', 'search', 'general']), patterns }))
    .superRefine((rules, context) =>
      repeated(rules.map((rule) => rule.id)).forEach(({ place, first }) =>
        context.addIssue({ code: 'custom', path: [place, 'id'], message: `is the id of rule ${first} already` }),
      ),
    ),
  audiences: z.array(z.strictObject({ audience: name, patterns })),
});

const word = z.string().trim().min(1, 'must not be empty').max(60, 'must have at most 60 characters');
const synonyms = z.strictObject({
  version,
  groups: z
    .array(z.strictObject({ lang: z.enum(['ko', 'en']), words: z.array(word).min(2, 'must have two words or more') }))
    .superRefine((groups, context) => {
      const all = groups.flatMap((group, g) => group.words.map((text, w) => ({ text: lowered(text), g, w })));
      for (const { place, first } of repeated(all.map((one) => one.text))) {
        const [here, there] = [all[place], all[first]];
        const path = [here?.g ?? 0, 'words', here?.w ?? 0];
        const message = `'${here?.text ?? ''}' is already in group ${there?.g ?? 0}; join the two groups`;
        context.addIssue({ code: 'custom', path, message });
      }
    }),
  // Versions from before there were translations have none.
  translations: z.array(z.strictObject({ ko: z.array(word).min(1), en: z.array(word).min(1) })).default([]),
});

const enabled = z.boolean();
const switched = z.strictObject({ enabled });
const byModel = z.strictObject({ enabled, llm: z.boolean() });
const components = z.strictObject({
  // Versions from before there were such patterns have none.
  query_analyzer: z.strictObject({ enabled, llm: z.boolean(), followup_patterns: patterns.default([]) }),
  self_rag: z.strictObject({ enabled, llm: z.boolean(), keep_share: share, llm_from: share, llm_to: share }),
  dynamic_query_expansion: byModel,
  hyde: z.strictObject({
    enabled,
    vague_words: z.int().min(0).max(20),
    vague_patterns: patterns,
    emotional_patterns: patterns,
    never_patterns: patterns,
  }),
  hybrid_search: switched,
  corrective_rag: z.strictObject({ enabled, llm: z.boolean(), poor_below: share, gain: share }),
  reranker: switched,
  fact_check: z.strictObject({ enabled, attempts: z.int().min(1).max(3) }),
});
const search = z.strictObject({
  first: z.strictObject({ words: share, vector: share }),
  second: z.strictObject({ words: share, feedback_words: share, vector: share }),
  decisive: share,
  feedback_passages: z.int().min(1).max(50),
  feedback_terms: z.int().min(1).max(200),
  beside_weight: share,
});

const schema = z.strictObject({ intents, synonyms, pipeline: z.strictObject({ version, components, search }) });

/** Values that occur earlier in the list too, with the index of the first. */
function repeated(values: readonly string[]): { place: number; first: number }[] {
  const firsts = new Map(values.map((value, place) => [value, place] as const).toReversed());
  return values.flatMap((value, place) => {
    const first = firsts.get(value) ?? place;
    return first < place ? [{ place, first }] : [];
  });
}

/** `data/config/intents.json /rules/3/patterns/0 …`: the file comes first, since people look for it first. */
function toFault({ path, message }: { readonly path: readonly PropertyKey[]; readonly message: string }): Fault {
  const [part, ...inside] = path;
  const isFile = CONFIGURATION_PARTS.some((known) => known === part);
  const where = isFile ? `data/config/${String(part)}.json` : 'the configuration';
  const place = inside.map((key) => `/${pointerToken(key)}`).join('');
  return {
    pointer: path.map((key) => `/${pointerToken(key)}`).join(''),
    detail: `${where}${place === '' ? '' : ` at ${place}`}: ${message}`,
  };
}

/** The schema of `data/config/*.json` in zod; its output has the domain's types. */
export class ZodConfigurationSchema extends ConfigurationSchema {
  check(document: Json): Configuration {
    const parsed = schema.safeParse(document);
    if (parsed.success) return parsed.data;
    throw new InvalidInputError(parsed.error.issues.map(toFault));
  }
}
