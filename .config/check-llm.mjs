// `npm run check:llm`: asks the configured language model ten questions and reports which features work. Settings as for the server.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

prepare();
await import(pathToFileURL(path.join(root, 'dist', 'src', 'check-llm.js')).href);
