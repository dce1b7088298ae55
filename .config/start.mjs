// `npm start`: installs what is missing, builds when stale, serves. Everything else is up to the server itself.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

prepare();
await import(pathToFileURL(path.join(root, 'dist', 'src', 'main.js')).href);
