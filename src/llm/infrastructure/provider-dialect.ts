import { isRecord } from './provider-client.js';

/** What a call to a chat endpoint says besides its messages, and what a server may not know of it. */
export type Parameter =
  'stream_options' | 'max_tokens' | 'max_completion_tokens' | 'temperature' | 'response_format' | 'system' | 'stream';

/** Parameters that a server refused. */
export type Refused = ReadonlySet<Parameter>;

/** How an error speaks of each, besides by its name. The first of those that were sent and are named is the one. */
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

/** Errors that complain of an amount: it would be too much under any name. */
const TOO_MUCH = /context (?:length|window|size)|too (?:many|long)|maximum context|exceeds the available/iu;

/** Statuses by which servers refuse a request that they do not understand. */
const REFUSALS = new Set([400, 404, 405, 415, 422, 501]);

function messageOf(error: Error): string {
  const body: unknown = 'error' in error ? error.error : undefined;
  return `${error.message} ${body === undefined ? '' : JSON.stringify(body)}`;
}

/** The parameter that the error itself says it is about, as OpenAI and those who follow it do. */
function paramOf(error: Error): string | undefined {
  if ('param' in error && typeof error.param === 'string') return error.param;
  const body: unknown = 'error' in error ? error.error : undefined;
  return isRecord(body) && typeof body['param'] === 'string' ? body['param'] : undefined;
}

/**
 * Which of the parameters that were sent a server refused; undefined where it refused something else.
 * @param sent in the order in which they are given up where an error names several
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
 * What a provider's model takes, learnt from what it refuses. One call may find out several things; they are remembered once one of its
 * attempts is taken, so that an error that only looked like one of these changes nothing.
 */
export class ProviderDialect {
  private known: Refused = new Set();

  /**
   * Calls until the server takes the request, each time without one more of the parameters that it refused.
   * @param send with what to leave out; returns the names of the parameters in a request
   * @throws the server's error when it refuses something that cannot be left out
   */
  async agree<T>(
    sentWith: (refused: Refused) => readonly Parameter[],
    send: (refused: Refused) => Promise<T>,
  ): Promise<T> {
    let refused = this.known;
    for (;;) {
      try {
        const answer = await send(refused);
        // What other calls found out meanwhile stays known.
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
