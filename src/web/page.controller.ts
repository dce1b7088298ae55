import { Controller, Get, Header, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../access/interface/access.decorators.js';
import { PublicAddress } from '../shared/interface/public-address.js';
import { readFrame } from './built-pages.js';

/**
 * The frame of the web pages. Which page it shows is decided in the browser by the path, so that each page can be linked to and
 * reloaded; what the pages show comes from the API, with the key of whoever looks.
 */
@ApiExcludeController()
@Controller()
export class PageController {
  private readonly frame = readFrame();

  constructor(private readonly address: PublicAddress) {}

  @Get(['', 'pages', 'pages/*'])
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  // Names the scripts of this build: after an update nobody may see the frame of the last one.
  @Header('cache-control', 'no-cache')
  index(@Req() request: FastifyRequest): string {
    return this.frame.replaceAll('{{base}}', this.address.prefixOf(request));
  }
}
