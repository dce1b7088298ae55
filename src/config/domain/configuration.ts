/** What a message wants; the pipeline's own list says the same. */
export type IntentName = 'question' | 'explanation' | 'search' | 'general';

/** Regular expressions as text, of which one must fit; compiled with the flags `iu`. */
export type Patterns = readonly string[];

export interface IntentsDocument {
  readonly version: 1;
  /** Read from top to bottom; the first that fits decides. */
  readonly rules: readonly { readonly id: string; readonly intent: IntentName; readonly patterns: Patterns }[];
  /** Whom a question is about; the first that fits decides. */
  readonly audiences: readonly { readonly audience: string; readonly patterns: Patterns }[];
}

export interface SynonymsDocument {
  readonly version: 1;
  /** Words that mean the same in the documents. */
  readonly groups: readonly { readonly lang: 'ko' | 'en'; readonly words: readonly string[] }[];
  /** What words and phrases of one language are called in the other, so that a question finds documents of either. */
  readonly translations: readonly Translation[];
}

export interface Translation {
  readonly ko: readonly string[];
  readonly en: readonly string[];
}

interface Switch {
  /** Off: every question gets the component's neutral substitute, unless the request says otherwise. */
  readonly enabled: boolean;
}

interface ModelSwitch extends Switch {
  /** Whether a configured language model is asked where the rules are not sure. */
  readonly llm: boolean;
}

export interface HydeDocument extends Switch {
  /** A question with at most so many content words is vague. */
  readonly vague_words: number;
  readonly vague_patterns: Patterns;
  readonly emotional_patterns: Patterns;
  /** References to articles, names and numbers: what is named exactly is looked up, never imagined. */
  readonly never_patterns: Patterns;
}

export interface PipelineDocument {
  readonly version: 1;
  readonly components: {
    /** `followup_patterns`: beside the built-in rules, openings of messages that lean on what was said before. */
    readonly query_analyzer: ModelSwitch & { readonly followup_patterns: Patterns };
    /** `keep_share`: a passage stays with this share of the likeliest passage's likelihood; the model is asked between the two probabilities. */
    readonly self_rag: ModelSwitch & {
      readonly keep_share: number;
      readonly llm_from: number;
      readonly llm_to: number;
    };
    readonly dynamic_query_expansion: ModelSwitch;
    readonly hyde: HydeDocument;
    readonly hybrid_search: Switch;
    /** `poor_below`: probability of a right answer below which it retrieves again; `gain`: how much better the second set must be. */
    readonly corrective_rag: ModelSwitch & { readonly poor_below: number; readonly gain: number };
    readonly reranker: Switch;
    readonly fact_check: Switch & { readonly attempts: number };
  };
  readonly search: {
    readonly first: { readonly words: number; readonly vector: number };
    readonly second: { readonly words: number; readonly feedback_words: number; readonly vector: number };
    readonly decisive: number;
    readonly feedback_passages: number;
    readonly feedback_terms: number;
    /** What a word of the text beside the question counts, against one of the question. */
    readonly beside_weight: number;
  };
}

/** Everything that may be tuned while the server runs: one document of three files, patched and versioned as a whole. */
export interface Configuration {
  readonly intents: IntentsDocument;
  readonly synonyms: SynonymsDocument;
  readonly pipeline: PipelineDocument;
}

/** Members of the document, each a file of `data/config`. */
export const CONFIGURATION_PARTS = ['intents', 'synonyms', 'pipeline'] as const;
export type ConfigurationPart = (typeof CONFIGURATION_PARTS)[number];
