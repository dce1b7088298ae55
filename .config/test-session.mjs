// `npm run test-session`: lets simulated people question the service on DATA_DIR, in this process.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

prepare();
await import(pathToFileURL(path.join(root, 'dist', 'src', 'test-session.js')).href);
