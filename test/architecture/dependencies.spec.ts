import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const root = projectRoot();
const { dependencies, devDependencies, peerDependencies } = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies' | 'peerDependencies', Readonly<Record<string, string>>>;

/** Used without an import of ours, and by whom. */
const WITHOUT_IMPORT: Readonly<Record<string, string>> = {
  rxjs: 'Nest requires it as a peer',
  'swagger-ui-dist': '@nestjs/swagger serves its files',
};

/** Packages that the sources of the server and the pages name, with one file each. */
function importedPackages(): Map<string, string> {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .concat(
      readdirSync(path.join(root, 'migrations'), { recursive: true, encoding: 'utf8' }).map(
        (f) => `../migrations/${f}`,
      ),
    )
    .filter((name) => /\.tsx?$/u.test(name) && !name.includes('.spec.'));
  const found = files.flatMap((name) =>
    ts
      .preProcessFile(readFileSync(path.join(root, 'src', name), 'utf8'), true, true)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((specifier) => !/^(?:\.|node:|#)/u.test(specifier) && !builtinModules.includes(specifier))
      .map((specifier) => [/^(?:@[^/]+\/)?[^/]+/u.exec(specifier)?.[0] ?? specifier, name] as const),
  );
  return new Map(found);
}

describe('package.json', () => {
  const imported = importedPackages();

  it('lists whatever the product imports as a dependency', () => {
    expect(imported.size).toBeGreaterThan(40);
    const missing = [...imported].filter(([name]) => !(name in dependencies) && !(name in peerDependencies));
    expect(missing).toEqual([]);
  });

  it('lists nothing as a dependency that the product does not use', () => {
    const unused = Object.keys(dependencies).filter((name) => !imported.has(name) && !(name in WITHOUT_IMPORT));
    expect(unused).toEqual([]);
  });

  it('lists only tools as development dependencies', () => {
    expect(Object.keys(devDependencies).filter((name) => imported.has(name))).toEqual([]);
  });

  it('has what the built program loads as it is among the dependencies', async () => {
    const { LOADED_AS_THEY_ARE, OPTIONAL } = (await import(
      path.join(root, '.config', 'loaded-packages.mjs')
    )) as Record<'LOADED_AS_THEY_ARE' | 'OPTIONAL', readonly string[]>;
    expect(LOADED_AS_THEY_ARE.filter((name) => !(name in dependencies))).toEqual([]);
    expect(OPTIONAL.filter((name) => name in dependencies)).toEqual([]);
  });

  it('names exact versions', () => {
    const versions = Object.entries({ ...dependencies, ...devDependencies, ...peerDependencies });
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/u.test(version))).toEqual([]);
  });
});
