import { isRecord } from './provider-client.js';

/** Optional parameters of a chat call, which a server may not support. */
export type Parameter =
  'stream_options' | 'max_tokens' | 'max_completion_tokens' | 'temperature' | 'response_format' | 'system' | 'stream';

/** Parameters that a server refused. */
export type Refused = ReadonlySet<Parameter>;

/** How errors mention each parameter, in addition to its name. The first sent parameter that is mentioned is the refused one. */
const NAMED: Readonly<Record<Parameter, RegExp>> = {
  stream_options: /stream[_ ]?options|include_usage/iu,
  max_completion_tokens: /max_completion_tokens/iu,
  max_tokens: /max_tokens|max tokens/iu,
  temperature: /temperature/iu,
  response_format: /response[_ ]?format|json[_ ](?:object|mode|schema)|structured output/iu,
  system:
    /system (?:role|message|prompt|instruction)s?\b|role[^.\n]{0,20}['"`]?system\b|developer instruction|only (?:supports? )?(?:the )?user(?:,| and| or) (?:assistant|model)|roles must alternate/iu,
  stream: /\bstream(?:ing|ed)?\b(?!_)/iu,
};

/** Errors about an amount, which another parameter name would not fix. */
const TOO_MUCH = /context (?:length|window|size)|too (?:many|long)|maximum context|exceeds the available/iu;

/** Statuses with which servers reject an unsupported request. */
const REFUSALS = new Set([400, 404, 405, 415, 422, 501]);

function messageOf(error: Error): string {
  const body: unknown = 'error' in error ? error.error : undefined;
  return `${error.message} ${body === undefined ? '' : JSON.stringify(body)}`;
}

/** The parameter named in the error itself, as OpenAI and compatible servers do. */
function paramOf(error: Error): string | undefined {
  if ('param' in error && typeof error.param === 'string') return error.param;
  const body: unknown = 'error' in error ? error.error : undefined;
  return isRecord(body) && typeof body['param'] === 'string' ? body['param'] : undefined;
}

/**
 * The sent parameter that a server refused; undefined if it refused something else.
 * @param sent in the order of removal if an error names several
 */
export function refusedParameter(error: unknown, sent: readonly Parameter[]): Parameter | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  if (typeof error.status !== 'number' || !REFUSALS.has(error.status)) return undefined;
  const param = paramOf(error)?.split('.')[0];
  const byParam = sent.find((name) => name === param);
  if (byParam !== undefined) return byParam;
  const message = messageOf(error);
  if (TOO_MUCH.test(message)) return undefined;
  const places = sent.flatMap((name) => {
    const at = message.search(NAMED[name]);
    return at === -1 ? [] : [{ name, at }];
  });
  return places.sort((a, b) => a.at - b.at)[0]?.name;
}

/**
 * The parameters that a provider's model supports, learnt from its refusals. One call may find several; they are stored once an attempt
 * succeeds, so that an unrelated error changes nothing.
 */
export class ProviderDialect {
  private known: Refused = new Set();

  /**
   * Calls until the server accepts the request, each time without one more refused parameter.
   * @param send sends with the given parameters left out; returns the names of the parameters in a request
   * @throws the server's error if it refuses something that cannot be left out
   */
  async agree<T>(
    sentWith: (refused: Refused) => readonly Parameter[],
    send: (refused: Refused) => Promise<T>,
  ): Promise<T> {
    let refused = this.known;
    for (;;) {
      try {
        const answer = await send(refused);
        // Keeps the findings of concurrent calls.
        this.known = new Set([...this.known, ...refused]);
        return answer;
      } catch (error) {
        const parameter = refusedParameter(error, sentWith(refused));
        if (parameter === undefined) throw error;
        refused = new Set([...refused, parameter]);
      }
    }
  }
}
