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

/** Names of models that think unless they are told not to. Others are found out by their first reply. */
const THINKING_MODEL =
  /deepseek-r|reasoner|\bqwq|qwen-?3(?!.*instruct)|gpt-oss|magistral|thinking|gemini-(?:2\.5-(?:pro|flash(?!-lite))|[3-9])|(?:^|[^a-z0-9])r1(?:[^a-z0-9]|$)/iu;

/** Whether a model of OpenAI thinks before it speaks. */
export function isReasoningModel(model: string): boolean {
  return REASONING_MODEL.test(model);
}

/** How much a model may say in all, thinking included: what a call costs at most. */
export function outputLimit(model: string, maxTokens: number): number {
  return maxTokens + roomToThink(model);
}

/** Tokens for what a model thinks before it speaks; without a name, of one that is known to. */
export function roomToThink(model?: string): number {
  return model === undefined || isReasoningModel(model) || THINKING_MODEL.test(model) ? THINKING_TOKENS : 0;
}
