/** The intent of a message; the pipeline has the same list. */
export type IntentName = 'question' | 'explanation' | 'search' | 'general';

/** Regular expressions as text, of which one must match; compiled with the flags `iu`. */
export type Patterns = readonly string[];

export interface IntentsDocument {
  readonly version: 1;
  /** Evaluated in order; the first match decides. */
  readonly rules: readonly { readonly id: string; readonly intent: IntentName; readonly patterns: Patterns }[];
  /** The audience of a question; the first match decides. */
  readonly audiences: readonly { readonly audience: string; readonly patterns: Patterns }[];
}

export interface SynonymsDocument {
  readonly version: 1;
  /** Synonyms in the documents. */
  readonly groups: readonly { readonly lang: 'ko' | 'en'; readonly words: readonly string[] }[];
  /** Translations of words and phrases, so that a question finds documents of either language. */
  readonly translations: readonly Translation[];
}

export interface Translation {
  readonly ko: readonly string[];
  readonly en: readonly string[];
}

interface Switch {
  /** False: every question gets the component's neutral substitute, unless the request overrides it. */
  readonly enabled: boolean;
}

interface ModelSwitch extends Switch {
  /** Whether a configured language model is called if the rules are uncertain. */
  readonly llm: boolean;
}

export interface HydeDocument extends Switch {
  /** A question with up to this many content words is vague. */
  readonly vague_words: number;
  readonly vague_patterns: Patterns;
  readonly emotional_patterns: Patterns;
  /** References to articles, names and numbers: exact names are looked up, without HyDE. */
  readonly never_patterns: Patterns;
}

export interface PipelineDocument {
  readonly version: 1;
  readonly components: {
    /** `followup_patterns`: openings of follow-up messages, in addition to the built-in rules. */
    readonly query_analyzer: ModelSwitch & { readonly followup_patterns: Patterns };
    /**
     * `keep_share`: a chunk stays with this share of the likeliest chunk's likelihood; the model is called between the
     * two probabilities.
     */
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
    /** Weight of a word of the expansion text, relative to a word of the question. */
    readonly beside_weight: number;
  };
}

/** The tuning that may change while the server runs: one document of three files, patched and versioned as a whole. */
export interface Configuration {
  readonly intents: IntentsDocument;
  readonly synonyms: SynonymsDocument;
  readonly pipeline: PipelineDocument;
}

/** Members of the document, each a file of `data/config`. */
export const CONFIGURATION_PARTS = ['intents', 'synonyms', 'pipeline'] as const;
export type ConfigurationPart = (typeof CONFIGURATION_PARTS)[number];
