import { Injectable, Logger } from '@nestjs/common';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { DomainError } from '../../shared/domain/domain-error.js';
import { SourceDocument, SourceDocuments } from '../domain/source-documents.js';
import { DOCUMENT_URI_TEMPLATE, documentIdOf, documentUri } from './document-uri.js';
import type { McpCaller } from './mcp-caller.js';

/** The protocol's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002;

function mimeType({ isMarkdown }: SourceDocument): string {
  return isMarkdown ? 'text/markdown' : 'text/plain';
}

/** Documents as resources, page by page; those that the caller may see. */
@Injectable()
export class McpResources {
  private readonly logger = new Logger('mcp');

  constructor(private readonly documents: SourceDocuments) {}

  /** On the server below the convenient one, which knows no pages: a store has thousands of documents. */
  offer({ server }: McpServer, { access: { effectiveFilter: filter } }: McpCaller): void {
    server.registerCapabilities({ resources: {} });
    server.setRequestHandler(ListResourcesRequestSchema, ({ params }) =>
      this.told(async () => {
        const page = await this.documents.list(filter, params?.cursor);
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
    server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
      resourceTemplates: [
        {
          uriTemplate: DOCUMENT_URI_TEMPLATE,
          name: 'document',
          title: 'A document with its stored text',
          description: 'document_id is percent-encoded.',
        },
      ],
    }));
    server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) =>
      this.told(async () => {
        const id = documentIdOf(uri);
        if (id === undefined)
          throw new McpError(RESOURCE_NOT_FOUND, `${uri} is not a document: ask for ${DOCUMENT_URI_TEMPLATE}`);
        const document = await this.documents.read(id, filter);
        return { contents: [{ uri, mimeType: mimeType(document), text: document.text }] };
      }),
    );
  }

  /** Refusals in their own words; what is unexpected is logged and told without its inside. */
  private async told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof McpError) throw error;
      if (error instanceof DomainError)
        throw new McpError(error.kind === 'not-found' ? RESOURCE_NOT_FOUND : ErrorCode.InvalidParams, error.message);
      this.logger.error({ err: error }, 'a resource could not be given');
      throw new McpError(ErrorCode.InternalError, 'An unexpected error happened; it is in the server log.');
    }
  }
}
