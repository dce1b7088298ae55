const PREFIX = 'touchstone://documents/';

/** URI template (RFC 6570): the id is percent-encoded. */
export const DOCUMENT_URI_TEMPLATE = `${PREFIX}{document_id}`;

export function documentUri(documentId: string): string {
  return `${PREFIX}${encodeURIComponent(documentId)}`;
}

/** The id in the URI of a document; undefined for any other URI. */
export function documentIdOf(uri: string): string | undefined {
  if (!uri.startsWith(PREFIX)) return undefined;
  try {
    const id = decodeURIComponent(uri.slice(PREFIX.length));
    return id === '' ? undefined : id;
  } catch {
    return undefined;
  }
}
