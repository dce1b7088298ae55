import { Injectable, Logger } from '@nestjs/common';
import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { DomainError } from '../../shared/domain/domain-error.js';
import type { McpCaller } from './mcp-caller.js';
import { ReadDocuments } from '../../documents/application/read-documents.js';

export const DOCUMENTS_PER_PAGE = 100;
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

/** The stored text is Markdown, or plain text: also that of a web page or a file. */
function mimeType({ contentType }: { readonly contentType: string }): string {
  return contentType === 'text/markdown' ? 'text/markdown' : 'text/plain';
}

/** The documents that the caller may see, as resources with pagination. */
@Injectable()
export class McpResources {
  private readonly logger = new Logger('mcp');

  constructor(private readonly documents: ReadDocuments) {}

  /** Uses the low-level server, since the high-level one has no pagination: a store has thousands of documents. */
  offer({ server }: McpServer, { access: { effectiveFilter: filter } }: McpCaller): void {
    server.setRequestHandler('resources/list', ({ params }) =>
      this.handleErrors(async () => {
        const page = await this.documents.list({
          filter,
          cursor: params?.cursor,
          path: undefined,
          limit: DOCUMENTS_PER_PAGE,
        });
        const resources = page.items.map((document) => ({
          uri: documentUri(document.documentId),
          name: document.documentId,
          title: document.title,
          description: document.canonicalPath.join(' > '),
          mimeType: mimeType(document),
        }));
        return page.nextCursor === null ? { resources } : { resources, nextCursor: page.nextCursor };
      }),
    );
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [
        {
          uriTemplate: DOCUMENT_URI_TEMPLATE,
          name: 'document',
          title: 'A document with its stored text',
          description: 'document_id is percent-encoded.',
        },
      ],
    }));
    server.setRequestHandler('resources/read', ({ params: { uri } }) =>
      this.handleErrors(async () => {
        const id = documentIdOf(uri);
        if (id === undefined)
          throw new ResourceNotFoundError(uri, `${uri} is not a document: ask for ${DOCUMENT_URI_TEMPLATE}`);
        const document = await this.documents.show(id, filter);
        return { contents: [{ uri, mimeType: mimeType(document), text: document.text }] };
      }, uri),
    );
  }

  /**
   * Passes the messages of domain errors on. Any unexpected error is logged and answered without its details.
   * @param uri the resource that was requested; none for a list
   */
  private async handleErrors<T>(work: () => Promise<T>, uri?: string): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      if (error instanceof DomainError) {
        if (error.kind === 'not-found' && uri !== undefined) throw new ResourceNotFoundError(uri, error.message);
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message);
      }
      this.logger.error({ err: error }, 'failed to read a resource');
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        'An unexpected error happened; it is in the server log.',
      );
    }
  }
}
