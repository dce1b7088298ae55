import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

/** What a contributor meets first: ports, use cases, the contract of a component. */
const FEWEST = 20;

interface Example {
  /** A module that does not exist, next to the source whose docstring has the example. */
  readonly file: string;
  readonly source: string;
  readonly text: string;
}

const source = path.join(projectRoot(), 'src');

/** The code of each multi-line `@example`, up to the next tag or the end of the docstring. */
function examplesIn(text: string): string[] {
  return [...text.matchAll(/^[ \t]*\* @example\n((?:[ \t]*\*(?!\/)(?! @)[^\n]*\n)+)/gmu)].map(([, block = '']) =>
    block.replaceAll(/^[ \t]*\* ?/gmu, ''),
  );
}

/**
 * An example as a module: what its source exports is there by its name, an object of an exported class by the name of the class in lower
 * camel case, and `signal`. All else is imported by the example itself.
 */
function moduleOf(file: string, example: string): string {
  const text = readFileSync(file, 'utf8');
  const uses = (name: string) => new RegExp(`\\b${name}\\b`, 'u').test(example);
  const exported = [
    ...text.matchAll(/^export (?:abstract |async )?(class|function|const|interface|type) (\w+)/gmu),
  ].map(([, kind = '', name = '']) => ({ kind, name }));
  const objects = exported
    .filter(({ kind }) => kind === 'class')
    .map(({ name }) => ({ name, object: `${name.charAt(0).toLowerCase()}${name.slice(1)}` }))
    .filter(({ object }) => uses(object));
  const names = exported
    .map(({ name }) => name)
    .filter((name) => uses(name) || objects.some((one) => one.name === name));
  return [
    `import { ${names.join(', ')} } from './${path.basename(file, '.ts')}.js';`,
    ...objects.map(({ name, object }) => `declare const ${object}: ${name};`),
    'declare const signal: AbortSignal;',
    example,
  ].join('\n');
}

function allExamples(): Example[] {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.(?:spec|dto|controller)\.ts$/u.test(name))
    .flatMap((name) => {
      const file = path.join(source, name);
      return examplesIn(readFileSync(file, 'utf8')).map((example, i) => ({
        file: file.replace(/\.ts$/u, `.example-${i}.ts`),
        source: name.split(path.sep).join('/'),
        text: moduleOf(file, example),
      }));
    });
}

/** What the compiler finds wrong with each example, as `source: message`. */
function faultsOf(examples: readonly Example[]): string[] {
  const config = path.join(projectRoot(), 'tsconfig.json');
  const { config: settings } = ts.readConfigFile(config, (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(settings, { ...ts.sys, readDirectory: () => [] }, projectRoot());
  const checked = { ...options, noEmit: true, noUnusedLocals: false, noUnusedParameters: false };
  const host = ts.createCompilerHost(checked);
  const texts = new Map(examples.map(({ file, text }) => [file, text]));
  const program = ts.createProgram([...texts.keys()], checked, {
    ...host,
    fileExists: (file) => texts.has(path.normalize(file)) || host.fileExists(file),
    readFile: (file) => texts.get(path.normalize(file)) ?? host.readFile(file),
    getSourceFile: (file, version, onError, isNew) => {
      const text = texts.get(path.normalize(file));
      return text === undefined
        ? host.getSourceFile(file, version, onError, isNew)
        : ts.createSourceFile(file, text, version, true);
    },
  });
  return examples.flatMap(({ file, source: name }) => {
    const parsed = program.getSourceFile(file);
    const found = [...program.getSyntacticDiagnostics(parsed), ...program.getSemanticDiagnostics(parsed)];
    return found.map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`);
  });
}

describe('the examples of docstrings', () => {
  it('are found: lines after the tag, up to the next one', () => {
    const text =
      '/**\n * Adds.\n * @example\n * add(1);\n *   // 1\n * @throws nothing\n */\nexport function add() {}\n';
    expect(examplesIn(text)).toEqual(['add(1);\n  // 1\n']);
  });

  it('exist for what a contributor meets first', () => {
    expect(allExamples().length).toBeGreaterThanOrEqual(FEWEST);
  });

  it('compile', () => {
    expect(faultsOf(allExamples())).toEqual([]);
  }, 120_000);

  it('fail where they do not fit the code', () => {
    const file = path.join(source, 'shared', 'domain', 'clock.ts');
    const text = moduleOf(file, 'class Fixed extends Clock { now() { return 1; } }');
    expect(faultsOf([{ file: file.replace('.ts', '.example.ts'), source: 'clock', text }]).join()).toContain('Date');
  }, 120_000);
});
