export interface ProviderAccess {
  readonly model: string;
  /** Undefined for a server without keys. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
}

/** These take neither a temperature nor `max_tokens`, and think before they speak. */
const REASONING_MODEL = /^(?:o\d|gpt-5)/u;
/** Thinking counts as output; without room for it the reply would be empty. */
const THINKING_TOKENS = 2000;

/** Whether a model of OpenAI thinks before it speaks. */
export function isReasoningModel(model: string): boolean {
  return REASONING_MODEL.test(model);
}

/** How much a model may say in all, thinking included: what a call costs at most. */
export function outputLimit(model: string, maxTokens: number): number {
  return isReasoningModel(model) ? maxTokens + THINKING_TOKENS : maxTokens;
}
