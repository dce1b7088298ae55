// Leaves in package.json only the dependencies that the built program loads as they are; the others are compiled into it. For the image,
// whose build then runs `npm prune`, and for the npm package: a second copy that nothing loads would be installed, and audited, in vain.
//   node .config/slim.mjs          after `npm run build`
//   node .config/slim.mjs --undo   puts the whole package.json back
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LOADED_AS_THEY_ARE } from './loaded-packages.mjs';

const root = path.join(import.meta.dirname, '..');
const file = path.join(root, 'package.json');
const whole = path.join(root, '.cache', 'package.json.whole');

if (process.argv[2] === '--undo') {
  if (existsSync(whole)) renameSync(whole, file);
} else {
  const text = readFileSync(file, 'utf8');
  // npm would keep packages for the workspace of the specs.
  const { devDependencies: _tools, workspaces: _specs, ...manifest } = JSON.parse(text);
  const kept = Object.entries(manifest.dependencies).filter(([name]) => LOADED_AS_THEY_ARE.includes(name));
  mkdirSync(path.dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  writeFileSync(file, `${JSON.stringify({ ...manifest, dependencies: Object.fromEntries(kept) }, null, 2)}\n`);
}
