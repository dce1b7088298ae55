// `npm run review-session`: two people label rows of a session blind; reports how far they agree with each other and with the judge.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

prepare();
await import(pathToFileURL(path.join(root, 'dist', 'src', 'review-session.js')).href);
