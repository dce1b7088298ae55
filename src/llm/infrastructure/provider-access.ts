export interface ProviderAccess {
  readonly model: string;
  /** Undefined for a server without keys. */
  readonly apiKey: string | undefined;
  readonly baseUrl: string;
  /** Sends the requests; undefined for the client for servers which the settings name. */
  readonly fetch?: typeof fetch | undefined;
}

/** Models without `temperature` and `max_tokens`, which reason before their answer. */
const REASONING_MODEL = /^(?:o\d|gpt-5)/u;
/** Reasoning counts as output; without extra tokens the reply would be empty. */
const THINKING_TOKENS = 2000;

/** Names of models that reason by default. Others are detected by their first reply. */
const THINKING_MODEL =
  /deepseek-r|reasoner|\bqwq|qwen-?3(?!.*instruct)|gpt-oss|magistral|thinking|gemini-(?:2\.5-(?:pro|flash(?!-lite))|[3-9])|(?:^|[^a-z0-9])r1(?:[^a-z0-9]|$)/iu;

/** Whether a model of OpenAI reasons before its answer. */
export function isReasoningModel(model: string): boolean {
  return REASONING_MODEL.test(model);
}

/** Maximum output tokens of a call, including reasoning: its worst-case cost. */
export function outputLimit(model: string, maxTokens: number): number {
  return maxTokens + roomToThink(model);
}

/** Extra tokens for the reasoning of a model; without a name, those of a known reasoning model. */
export function roomToThink(model?: string): number {
  return model === undefined || isReasoningModel(model) || THINKING_MODEL.test(model) ? THINKING_TOKENS : 0;
}
