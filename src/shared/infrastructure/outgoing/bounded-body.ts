import type { IncomingMessage } from 'node:http';
import { OutgoingError, TOO_LARGE } from './outgoing-failure.js';

/**
 * Returns a response body as a web stream that fails beyond the size limit.
 * @param onEnd called once, at any end of the body
 * @param failure the error for an incomplete body
 */
export function boundedBody(
  message: IncomingMessage,
  maxBytes: number,
  onEnd: () => void,
  failure: (error: unknown) => unknown,
): ReadableStream<Uint8Array> {
  const parts: AsyncIterator<unknown> = message[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const part = await parts.next();
          if (part.done === true || !(part.value instanceof Uint8Array)) {
            onEnd();
            controller.close();
            return;
          }
          bytes += part.value.byteLength;
          if (bytes > maxBytes) throw new OutgoingError(`${TOO_LARGE} ${maxBytes} bytes`);
          controller.enqueue(part.value);
        } catch (error) {
          message.destroy();
          onEnd();
          controller.error(error instanceof OutgoingError ? error : failure(error));
        }
      },
      cancel() {
        message.destroy();
        onEnd();
      },
    },
    { highWaterMark: 0 },
  );
}
