import { z } from 'zod';

const QUERY = z.string().min(1).max(4000);

/** An argument that may be absent; many clients write null for a value that they do not have. */
function optional<T extends z.ZodType>(schema: T, description: string) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .describe(description);
}

const CATEGORY = optional(
  z.array(z.string().min(1).max(50)).min(1).max(5),
  'Category to stay in, as a path of labels; every category that you may see without it.',
);

export const SEARCH = z.object({
  query: QUERY.describe('What to look for, in Korean or English.'),
  top_k: optional(z.number().int().min(1).max(100), 'Passages wanted, 1..100; 5 without it.'),
  category: CATEGORY,
});
export const FETCH = z.object({ id: z.string().min(1).max(200).describe('The id of a result of search.') });
export const ASK = z.object({
  message: QUERY.describe('The question.'),
  conversation_id: optional(z.string().min(1).max(200), 'Continues a conversation.'),
  category: CATEGORY,
});
export const SUGGEST = z.object({
  query: QUERY.describe('The question to find earlier cases for.'),
  k: optional(z.number().int().min(1).max(50), 'Cases wanted, 1..50; 5 without it.'),
});

const RESULT = z.object({
  id: z.string().describe('Of the document; for fetch.'),
  title: z.string(),
  url: z.string(),
  text: z.string().describe('The found passages of the document.'),
});
const HIT = z.object({
  uri: z.string(),
  chunk_id: z.string(),
  document_id: z.string(),
  title: z.string(),
  section: z.string().optional(),
  url: z.string().nullable(),
  canonical_path: z.array(z.string()),
  text: z.string().describe('The exact text of the passage.'),
  start: z.number().describe('UTF-16 offset in the stored document.'),
  end: z.number(),
  score: z.number(),
});

export const SEARCH_OUTPUT = z.object({
  results: z.array(RESULT).describe('The documents, best first.'),
  hits: z.array(HIT).describe('The passages, best first.'),
  degraded: z.array(z.string()).describe('Unavailable parts of the search.'),
});
export const FETCH_OUTPUT = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.object({
    uri: z.string(),
    canonical_path: z.array(z.string()),
    is_whole: z.boolean().describe('False for a document whose text was cut.'),
    total_characters: z.number(),
  }),
});
export const ASK_OUTPUT = z.looseObject({
  response: z.string(),
  conversation_id: z.string(),
  sources: z.array(
    z.looseObject({
      ...{ n: z.number(), doc_id: z.string(), title: z.string(), quote: z.string() },
      edition: z
        .object({
          label: z.string().nullable(),
          effective_from: z.string().nullable(),
          effective_to: z.string().nullable(),
        })
        .nullable()
        .describe('Which edition of the text it is, and its days of force.'),
    }),
  ),
  citations: z.array(z.looseObject({ start: z.number(), end: z.number(), source_n: z.number() })),
  confidence: z.number(),
  metadata: z.looseObject({ abstained: z.boolean(), trace_id: z.string() }),
});
export const SUGGEST_OUTPUT = z.looseObject({
  available: z.boolean(),
  log_id: z.string().optional().describe('For feedback by POST /cbr/feedback.'),
  suggestions: z.array(z.looseObject({ case_id: z.string(), query: z.string(), content: z.string() })),
});
