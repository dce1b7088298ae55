import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { projectRoot } from '../shared/infrastructure/configuration-folders.js';

const folder = () => path.join(projectRoot(), 'dist', 'web');

const NOT_BUILT =
  '<!doctype html><html lang="en"><title>Touchstone</title><p>The pages are not built: run <code>npm run build</code> and start again. The API is at <a href="{{base}}/docs">/docs</a>.</p></html>';

/**
 * The HTML frame of every page, or build instructions if the pages are not built. `{{base}}` in it is the path under
 * which clients see this server.
 */
export function readFrame(): string {
  const file = path.join(folder(), 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : NOT_BUILT;
}

/**
 * Serves scripts and styles at /assets to everybody. Their names change with their content, so clients cache them
 * without expiry.
 */
export async function serveAssets(fastify: FastifyInstance): Promise<void> {
  const assets = path.join(folder(), 'assets');
  mkdirSync(assets, { recursive: true });
  await fastify.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
  });
}
