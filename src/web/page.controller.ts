import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Public } from '../access/interface/access.decorators.js';
import { PublicAddress } from '../shared/interface/public-address.js';
import { readFrame } from './built-pages.js';

const DOCUMENT_ROUTE = '/documents/:document_id';

/** Whether a person opened the address in a browser: programs send a key, or name JSON. */
function isOpenedByPerson({ method, headers }: FastifyRequest): boolean {
  const { accept = '' } = headers;
  const hasKey = headers['x-api-key'] !== undefined || headers.authorization !== undefined;
  return method === 'GET' && !hasKey && accept.includes('text/html') && !accept.includes('json');
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The page of a document, with the passage marked that the address names. */
function pageOf({ params, query }: FastifyRequest): string {
  const given = { ...membersOf(query), ...membersOf(params) };
  const wanted = new URLSearchParams({ id: String(given.document_id) });
  for (const name of ['start', 'end']) {
    const offset = given[name];
    if (typeof offset === 'string' && /^\d{1,9}$/u.test(offset)) wanted.set(name, offset);
  }
  return `/pages/documents?${wanted.toString()}`;
}

/**
 * Leads a browser from the address of a document, as answers to programs cite it, to its page. This comes before the key and reveals nothing:
 * the page asks the API with the rights of its reader.
 */
export function leadBrowsersToPages(fastify: FastifyInstance, address: PublicAddress): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const isDocument = request.routeOptions.url === DOCUMENT_ROUTE;
    if (isDocument) reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept'].flat().join(', '));
    if (isDocument && isOpenedByPerson(request)) void reply.redirect(address.prefixOf(request) + pageOf(request), 303);
    else done();
  });
}

/**
 * The HTML frame of the web pages. The browser selects the page by the path, so that each page can be linked to and
 * reloaded. The content comes from the API, with the reader's key.
 */
@ApiExcludeController()
@Controller()
export class PageController {
  private readonly frame = readFrame();

  constructor(private readonly address: PublicAddress) {}

  @Get(['', 'pages', 'pages/*'])
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  // Contains the script names of this build: after an update no client may use the previous frame.
  @Header('cache-control', 'no-cache')
  index(@Req() request: FastifyRequest): string {
    return this.frame.replaceAll('{{base}}', this.address.prefixOf(request));
  }
}
