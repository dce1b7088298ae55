import { DomainError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { DOCUMENT_BODY_BYTES } from '../../../shared/interface/body-parsers.js';

const MB = 1_000_000;

const isByteStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/**
 * The body of an upload: a text, parsed JSON, or a stream of JSON lines.
 * @throws DomainError (400) for bytes that are not valid UTF-8, (413) for too many, (422) for an empty body
 */
export async function bodyText(body: unknown): Promise<unknown> {
  if (body === undefined || body === '')
    throw new InvalidInputError([{ pointer: '', detail: 'the body is empty; send the questions' }]);
  if (!isByteStream(body)) return body;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > DOCUMENT_BODY_BYTES)
      throw new DomainError(
        'too-large',
        'too-large',
        `The request body is larger than the ${DOCUMENT_BODY_BYTES / MB} MB that this route takes; split the dataset.`,
      );
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw new DomainError('unparsable', 'unparsable', 'The body is not valid UTF-8; encode it as UTF-8.');
  }
}
