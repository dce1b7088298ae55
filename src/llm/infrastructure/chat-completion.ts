/** What is used of a chat completion. */
export interface ChatCompletion {
  readonly content: string;
  /** Undefined when the server does not count. */
  readonly tokens: { readonly input: number; readonly output: number } | undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/**
 * Reads an answer of `/chat/completions`. The types of the client promise more than servers keep, so that nothing is taken on trust.
 * A refusal counts as what the model said.
 * @throws Error when it holds no text
 */
export function readChatCompletion(answer: unknown): ChatCompletion {
  const choices: unknown = isRecord(answer) ? answer['choices'] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message: unknown = isRecord(first) ? first['message'] : undefined;
  if (!isRecord(answer) || !isRecord(message)) throw new Error('its answer is not a chat completion');
  const content = text(message['content']) || text(message['refusal']);
  if (content === '') throw new Error('its answer holds no text');
  const usage = answer['usage'];
  const input = isRecord(usage) ? usage['prompt_tokens'] : undefined;
  const output = isRecord(usage) ? usage['completion_tokens'] : undefined;
  return { content, tokens: isCount(input) && isCount(output) ? { input, output } : undefined };
}
