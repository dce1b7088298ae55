import { Module } from '@nestjs/common';
import { PageController } from './page.controller.js';

/** The web page at the root. */
@Module({ controllers: [PageController] })
export class WebModule {}
