import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * What a reading process may read, as values of `--allow-fs-read`: the compiled program and its packages, and nothing of the data.
 * @param folder of the compiled module that reads
 */
export function readableFolders(folder: string): string[] {
  const root = packageRoot(folder);
  const [compiled = ''] = path.relative(root, folder).split(path.sep);
  const modules = path.join(root, 'node_modules');
  const folders = [path.join(root, compiled), ...(existsSync(modules) ? [modules, realpathSync(modules)] : [])];
  return [path.join(root, 'package.json'), ...new Set(folders)].map((name) =>
    name.endsWith('.json') ? name : `${name}/*`,
  );
}

/** The nearest folder above that holds `package.json`. */
function packageRoot(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  const above = path.dirname(folder);
  return above === folder ? folder : packageRoot(above);
}
