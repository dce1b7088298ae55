import { Environment } from '../../config/environment.js';
import { limitFactor } from '../../llm/domain/model-check/check-report.js';
import { ServicePart } from '../domain/model-service.js';

/** The step that writes an answer has this limit, whatever the limit of a model is. */
const WRITING_MS = 3500;

/** The time that the settings give to one request. */
export interface TrialLimits {
  /** Milliseconds, before they are multiplied. */
  readonly ms: Readonly<Record<ServicePart, number>>;
  /** `PIPELINE_TIMEOUT_MULTIPLIER` of the settings. */
  readonly multiplier: number;
}

/** The time that a question gives to one request of each part; a reply that is streamed begins within the same time. */
export function trialLimits(environment: Environment): TrialLimits {
  return {
    ms: {
      model: Math.min(environment.LLM_TIMEOUT_MS, environment.LLM_FIRST_TOKEN_TIMEOUT_MS, WRITING_MS),
      embedding: environment.EMBEDDING_TIMEOUT_MS,
      reranker: environment.RERANKER_TIMEOUT_MS,
    },
    multiplier: environment.PIPELINE_TIMEOUT_MULTIPLIER,
  };
}

/** The multiplier that a reply of `tookMs` milliseconds needs; null if it came within the limit of the settings. */
export function neededMultiplier(tookMs: number, part: ServicePart, { ms, multiplier }: TrialLimits): number | null {
  return tookMs <= ms[part] * multiplier ? null : limitFactor(tookMs, ms[part]);
}
