import { Audience, IntentRule } from './intent.js';
import { ComponentName } from './trace.js';

export interface HydeConditions {
  /** A question of no particular kind with up to this number of content words is vague. */
  readonly vagueWords: number;
  readonly vague: RegExp;
  readonly emotional: RegExp;
  /** Pattern of exact references, for which HyDE never runs. */
  readonly never: RegExp;
}

/** The pipeline's part of one version of the configuration, ready for use. */
export interface PipelineSnapshot {
  readonly version: number;
  readonly hash: string;
  /** Switches of the configuration; switches of a request override them. */
  readonly enabled: Readonly<Record<ComponentName, boolean>>;
  readonly intents: readonly IntentRule[];
  readonly audiences: readonly Audience[];
  /** `followUp`: openings of follow-up messages, in addition to the built-in ones. */
  readonly analyser: { readonly llm: boolean; readonly followUp: RegExp };
  readonly selfRag: {
    readonly llm: boolean;
    readonly keepShare: number;
    readonly llmFrom: number;
    readonly llmTo: number;
  };
  readonly expansion: { readonly llm: boolean };
  readonly hyde: HydeConditions;
  readonly corrective: { readonly llm: boolean; readonly poorBelow: number; readonly gain: number };
  readonly factCheck: { readonly attempts: number };
}

/** The configuration in service; a question reads it once and keeps it to its end. */
export abstract class PipelineSettings {
  abstract current(): PipelineSnapshot;
}
