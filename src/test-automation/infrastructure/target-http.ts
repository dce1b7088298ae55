import { z, type ZodType } from 'zod';
import { retryAfterOf } from '../../shared/infrastructure/retry-within-deadline.js';
import { TargetError } from '../domain/rag-target.js';

export interface HttpTargetSettings {
  readonly baseUrl: string;
  /** Undefined for a server without keys. */
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
}

/** A longer answer is none; it would only fill the memory. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** What a busy target asks for, where it does not say how long. */
const DEFAULT_WAIT_MS = 1_000;
const BUSY = new Set([429, 503]);

/**
 * Posts JSON to a target and reads its answer. One controller with one timer, whose request is cancelled with the session.
 * @throws TargetError for anything but an answer of the right shape; its message never holds the key
 */
export async function postJson<T>(
  settings: HttpTargetSettings,
  request: { readonly path: string; readonly body: unknown; readonly schema: ZodType<T> },
  signal: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, settings.timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const response = await fetch(`${settings.baseUrl.replace(/(?<!\/)\/+$/u, '')}${request.path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` }),
      },
      body: JSON.stringify(request.body),
      signal: controller.signal,
    });
    if (BUSY.has(response.status))
      throw new TargetError(`the target is busy (${response.status})`, waitOf(response.headers));
    if (!response.ok) throw new TargetError(await refusal(response, settings.apiKey));
    return readAnswer(await readText(response), request.schema);
  } catch (error) {
    if (error instanceof TargetError) throw error;
    if (signal.aborted) throw new TargetError('the session was stopped');
    if (controller.signal.aborted) throw new TargetError(`the target gave no answer within ${settings.timeoutMs} ms`);
    throw new TargetError('the target could not be reached');
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** What the target said, where it said it in JSON: `error.message` of OpenAI's form, or `detail` of a problem (RFC 9457). */
const refusalSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);
/** Enough to say what is wrong. */
const REFUSAL_CHARACTERS = 200;

/** The status, where it came from, and why, so that a wrong address or model is seen; without the key, should the target repeat it. */
async function refusal(response: Response, key: string | undefined): Promise<string> {
  const what = `the target answered ${response.status} to POST ${new URL(response.url).pathname}`;
  const said = jsonIn(await readText(response).catch(() => ''), refusalSchema);
  if (said === undefined) return what;
  const safe = key === undefined ? said : said.replaceAll(key, '…');
  return `${what}: ${safe.replace(/\s+/gu, ' ').trim().replace(/\.$/u, '').slice(0, REFUSAL_CHARACTERS)}`;
}

function jsonIn<T>(text: string, schema: ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function waitOf(headers: Headers): number {
  const asked = retryAfterOf(headers, Date.now());
  return asked === 'unspecified' ? DEFAULT_WAIT_MS : asked;
}

async function readText(response: Response): Promise<string> {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return text + decoder.decode();
    bytes += part.value.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new TargetError(`the target's answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    text += decoder.decode(part.value, { stream: true });
  }
}

function readAnswer<T>(text: string, schema: ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new TargetError('the target did not answer in JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TargetError(
    `the target's answer has another shape: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}
