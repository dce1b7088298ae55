import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../access/interface/access.decorators.js';
import { PublicAddress } from '../shared/interface/public-address.js';
import { readFrame } from './built-pages.js';

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
