import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../access/interface/access.decorators.js';
import { projectRoot } from '../shared/infrastructure/project-root.js';

/** The page where people ask. */
@ApiExcludeController()
@Controller()
export class PageController {
  private readonly page = readFileSync(path.join(projectRoot(), 'src', 'web', 'public', 'index.html'), 'utf8');

  @Get()
  @Public()
  @Header('content-type', 'text/html; charset=utf-8')
  index(): string {
    return this.page;
  }
}
