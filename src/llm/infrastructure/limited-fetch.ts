import { OutgoingClient } from '../../shared/infrastructure/outgoing/outgoing-client.js';
import { UnreadableReplyError } from './provider-client.js';

/** A thousand streamed tokens are half a megabyte; models with reasoning send more. */
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
/**
 * An event is a few hundred bytes. The libraries' line readers take quadratic time: a line of ten megabytes blocked the process for
 * seconds.
 */
const MAX_LINE_BYTES = 256 * 1024;
const NEWLINE = 10;

/** Counts the received bytes and the length of the last line. */
class ReplySize {
  private bytes = 0;
  private line = 0;

  /** @returns the exceeded limit in words; undefined within the limits */
  add(chunk: Uint8Array): string | undefined {
    this.bytes += chunk.byteLength;
    const newline = chunk.lastIndexOf(NEWLINE);
    this.line = newline === -1 ? this.line + chunk.byteLength : chunk.byteLength - newline - 1;
    if (this.line > MAX_LINE_BYTES) return `a line of its answer is longer than ${MAX_LINE_BYTES / 1024} KB`;
    if (this.bytes > MAX_REPLY_BYTES) return `its answer is larger than ${MAX_REPLY_BYTES / 1024 / 1024} MB`;
    return undefined;
  }
}

const client = new OutgoingClient();

/**
 * `fetch` whose responses fail past the limits, so that no server can fill the memory or block the process.
 * @param send the client of the request; by default that for servers which the settings name
 */
export const limitedFetch =
  (send: typeof fetch = client.fetch): typeof fetch =>
  async (input, init) =>
    limited(await send(input, init));

function limited(response: Response): Response {
  if (response.body === null) return response;
  const size = new ReplySize();
  const body = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const tooMuch = size.add(chunk);
        if (tooMuch === undefined) controller.enqueue(chunk);
        else controller.error(new UnreadableReplyError(tooMuch));
      },
    }),
  );
  return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
}
