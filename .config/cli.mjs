// `npm run touchstone -- COMMAND`: sync, backup, restore and verify, on the sources as they are.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

prepare();
await import(pathToFileURL(path.join(root, 'dist', 'src', 'cli.js')).href);
