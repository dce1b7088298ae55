// `npm start`: installs what is missing, builds when stale, serves. The server does everything else.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chooseEmbedding } from './offer-model.mjs';
import { prepare, root } from './prepare.mjs';

prepare();
await chooseEmbedding({ env: process.env, input: process.stdin, output: process.stdout });
await import(pathToFileURL(path.join(root, 'dist', 'src', 'main.js')).href);
