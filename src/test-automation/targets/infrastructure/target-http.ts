import { Logger } from '@nestjs/common';
import { z, type ZodType } from 'zod';
import { joinedUrl } from '../../../shared/domain/base-url.js';
import { headersWithSecrets } from '../../../shared/infrastructure/outgoing/header-secrets.js';
import { SecretError } from '../../../shared/infrastructure/secret-files.js';
import { OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { REDIRECTED, OutgoingError } from '../../../shared/infrastructure/outgoing/outgoing-failure.js';
import { retryAfterOf } from '../../../shared/infrastructure/retry-within-deadline.js';
import { TargetError } from '../../domain/rag-target.js';
import { SECRET_VARIABLE } from '../domain/target-rules.js';
import { TargetHeader } from '../domain/test-target.js';
import { onOneLine } from '../../../text/folded-text.js';

export interface HttpTargetSettings {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, TargetHeader>>;
  readonly timeoutMs: number;
  readonly client: OutgoingClient;
}

export interface TargetCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  /** Undefined sends no body. */
  readonly body: unknown;
}

/** A longer answer is refused, since it would only fill the memory. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
/** Default wait for a busy target that does not say how long. */
const DEFAULT_WAIT_MS = 1_000;
const BUSY = new Set([429, 503]);
/** Status codes of a server that may succeed at the next request. */
const PASSING = new Set([500, 502, 504]);

/**
 * One message for every target without an answer. A refused connection, a timeout, an unknown name, an untrusted certificate and an unset
 * variable have the same text, so that a caller cannot probe the network. The server log has the cause.
 */
export const UNREACHED = 'the target could not be reached or did not answer in time; the log of the server says why';

export const CUT = "the target's answer broke off before its end";

const logger = new Logger('targets');

/** @throws TargetError with the message of an unreachable target: it does not reveal which variables are set */
function headersOf({ headers }: HttpTargetSettings): ReturnType<typeof headersWithSecrets> {
  try {
    return headersWithSecrets(headers, SECRET_VARIABLE);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    logger.warn({ variable: error.variable }, error.message);
    throw new TargetError(UNREACHED);
  }
}

/**
 * Sends JSON to a target and reads its answer as text. One controller with one timer; its request is cancelled with the session.
 * @throws TargetError for everything but an answer; its message never contains a secret
 */
export async function askServer(settings: HttpTargetSettings, call: TargetCall, signal: AbortSignal): Promise<string> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, settings.timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let isAnswering = false;
  try {
    const { headers, secrets } = headersOf(settings);
    headers.set('accept', 'application/json, text/event-stream;q=0.9, */*;q=0.1');
    if (call.body !== undefined) headers.set('content-type', 'application/json');
    const response = await settings.client.fetch(joinedUrl(settings.baseUrl, call.path), {
      method: call.method,
      headers,
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: controller.signal,
    });
    if (BUSY.has(response.status)) {
      await response.body?.cancel();
      const failure = response.status === 503 ? 'server_error' : undefined;
      throw new TargetError(`the target is busy (${response.status})`, waitOf(response.headers), failure);
    }
    if (!response.ok) {
      const failure = PASSING.has(response.status) ? 'server_error' : undefined;
      throw new TargetError(await refusal(response, call, secrets), undefined, failure);
    }
    isAnswering = true;
    return await response.text();
  } catch (error) {
    if (error instanceof TargetError) throw error;
    if (signal.aborted) throw new TargetError('the session was stopped');
    if (error instanceof OutgoingError && error.message === REDIRECTED) throw new TargetError(REDIRECTED);
    if (error instanceof OutgoingError && error.message.includes('larger'))
      throw new TargetError(`the target's answer is longer than ${MAX_ANSWER_BYTES} bytes`);
    if (controller.signal.aborted)
      logger.warn({ timeout_ms: settings.timeoutMs }, 'a target gave no answer within its time');
    else if (isAnswering) throw new TargetError(CUT, undefined, 'cut_answer');
    throw new TargetError(UNREACHED);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

/** Posts JSON to a target and reads a JSON answer of one shape. @throws TargetError for anything else */
export async function postJson<T>(
  settings: HttpTargetSettings,
  request: { readonly path: string; readonly body: unknown; readonly schema: ZodType<T> },
  signal: AbortSignal,
): Promise<T> {
  const { path, body, schema } = request;
  const value = parsedAnswer(await askServer(settings, { method: 'POST', path, body }, signal));
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new TargetError(
    `the target's answer has another shape: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`,
  );
}

/** @throws TargetError for a text that is not JSON */
export function parsedAnswer(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw new TargetError('the target did not answer in JSON');
  }
}

/** The error message of the target, if it is in JSON: `error.message` of OpenAI's format, or `detail` of a problem (RFC 9457). */
const refusalSchema = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);
/** Maximum length of a quoted message. */
const REFUSAL_CHARACTERS = 200;

/** The status, the request and the reason, so that a wrong path or model is visible; secrets are removed in case the target repeats one. */
async function refusal(response: Response, call: TargetCall, secrets: readonly string[]): Promise<string> {
  const path = call.path.split('?', 1).join('');
  const what = `the target answered ${response.status} to ${call.method} ${path}`;
  const said = jsonIn(await response.text().catch(() => ''), refusalSchema);
  if (said === undefined) return what;
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), said);
  return `${what}: ${onOneLine(safe).replace(/\.$/u, '').slice(0, REFUSAL_CHARACTERS)}`;
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
