import { Controller, Get, Header, NotFoundException, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Environment } from '../../config/environment.js';
import { publicPath } from '../../shared/interface/public-address.js';
import { Public } from './access.decorators.js';
import { ProtectedResource, RESOURCE_METADATA_PATH, ResourceMetadata } from './protected-resource.js';

/** Where OAuth clients read which provider issues access tokens for `/mcp`. No operation of the API, as the routes of a sign-in. */
@ApiExcludeController()
@Controller(RESOURCE_METADATA_PATH)
export class ProtectedResourceController {
  private readonly paths: ReadonlySet<string>;

  constructor(
    private readonly resource: ProtectedResource,
    { PUBLIC_URL }: Environment,
  ) {
    // A proxy that passes only /.well-known on sends the path of PUBLIC_URL after it (RFC 9728, 3.1).
    this.paths = new Set(
      ['', '/', '/mcp', `${publicPath(PUBLIC_URL)}/mcp`].map((path) => RESOURCE_METADATA_PATH + path),
    );
  }

  /** @throws NotFoundException without a provider, as if there were no such route */
  @Get(['', '*'])
  @Public()
  @Header('cache-control', 'public, max-age=300')
  describe(@Req() { url }: FastifyRequest): ResourceMetadata {
    const { metadata } = this.resource;
    if (metadata === undefined || !this.paths.has(url.split('?')[0] ?? '')) throw new NotFoundException();
    return metadata;
  }
}
