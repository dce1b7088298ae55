import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

type Counts = Record<string, Record<string, number>>;
interface Program {
  readonly checker: ts.TypeChecker;
  readonly files: ts.SourceFile[];
}
interface Way {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

const scriptOf = (file: string) => pathToFileURL(path.join(projectRoot(), '.config', file)).href;
const { houseCounts } = (await import(scriptOf('house-counts.mjs'))) as { houseCounts: () => { counts: Counts } };
const { oddClasses } = (await import(scriptOf('house-counts/classes.mjs'))) as {
  oddClasses: (files: ts.SourceFile[]) => Record<string, string[]>;
};
const { ways } = (await import(scriptOf('house-counts/ways.mjs'))) as {
  ways: (program: Program, wanted: Way[]) => { shortest: number | undefined; way: string[]; reached: number }[];
};
const { allowedCounts, changes } = (await import(scriptOf('ratchet.mjs'))) as {
  allowedCounts: (file: string) => Counts;
  changes: (counts: Counts, allowed: Counts) => { group: string; name: string; count: number; allowed: number }[];
};

describe('the counts of the house', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'house-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function planted(sources: Readonly<Record<string, string>>): Program {
    const names = Object.entries(sources).map(([name, text]) => {
      const file = path.join(folder, name);
      writeFileSync(file, text);
      return file;
    });
    const program = ts.createProgram(names, {
      module: ts.ModuleKind.NodeNext,
      noLib: true,
      types: [],
    });
    return {
      checker: program.getTypeChecker(),
      files: program.getSourceFiles().filter((file) => names.includes(path.normalize(file.fileName))),
    };
  }
  /** Names of the planted classes, by what they are counted as. */
  function countedAs(text: string): Record<string, string[]> {
    const named = Object.entries(oddClasses([ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true)]));
    return Object.fromEntries(
      named
        .map(([what, list]) => [what, list.map((name) => name.split(' ')[0] ?? '')] as const)
        .filter(([, list]) => list.length > 0),
    );
  }

  it('find a class that only bundles parameters, and not a value', () => {
    expect(
      countedAs(`
        @Injectable() class Parts { constructor(readonly a: A, readonly b: B) {} }
        class Point { constructor(readonly x: number, readonly y: number) {} }`),
    ).toEqual({ 'classes without a method that only bundle parameters': ['Parts'] });
  });

  it('find a class that only passes on, and not one that does anything', () => {
    expect(
      countedAs(`
        class ReadLogs { constructor(private readonly logs: Logs) {} read(id: string) { return this.logs.read(id); } }
        class Adds { constructor(private readonly logs: Logs) {} read(id: number) { return this.logs.read(id + 1); } }
        class Chooses { constructor(private readonly a: Logs, private readonly b: Logs) {} x() { return this.a.x(); } y() { return this.b.y(); } }`),
    ).toEqual({ 'classes that only pass on': ['ReadLogs'] });
  });

  it('find a port of one class, and say whether that guards something', () => {
    const port = 'abstract class Port { abstract go(): void }';
    const one = { 'ports with one implementation': ['Port'] };
    const adapter = `${port} class Adapter extends Port { go(): void { run(); stop(); } }`;
    expect(countedAs(`import { x } from 'node:fs'; ${adapter}`)).toEqual(one);
    expect(countedAs(adapter)).toEqual({
      ...one,
      'ports with one implementation that guards no library, clock or disk': ['Port'],
    });
    expect(countedAs(`${adapter} class Other extends Port { go(): void { run(); stop(); } }`)).toEqual({});
  });

  it('say of a port whether it leads to another feature, or to a file that guards something', () => {
    const counted = (adapter: string, part = '') => {
      const sources = {
        'src/mcp/domain/port.ts': 'export abstract class Port { abstract go(): void }',
        'src/mcp/infrastructure/part.ts': part,
        'src/mcp/infrastructure/adapter.ts': `${adapter} class Adapter extends Port { go(): void { run(); stop(); } }`,
      };
      const files = Object.entries(sources).map(([name, text]) =>
        ts.createSourceFile(path.join(projectRoot(), name), text, ts.ScriptTarget.Latest, true),
      );
      return Object.entries(oddClasses(files))
        .filter(([what, names]) => names.length > 0 && what !== 'ports with one implementation')
        .map(([what]) => what);
    };
    expect(counted("import { x } from '../../pipeline/application/x.js';")).toEqual([
      'ports with one implementation that lead to another feature or room',
    ]);
    const plain = ['ports with one implementation that guards no library, clock or disk'];
    expect(counted("import { x } from '../application/x.js';")).toEqual(plain);
    expect(counted("import { x } from './part.js';", "import { y } from '../application/y.js';")).toEqual(plain);
    expect(counted("import { x } from './part.js';", "import { readFileSync } from 'node:fs';")).toEqual([]);
  });

  it('find a constructor of seven parameters', () => {
    expect(
      countedAs('class Many { constructor(a: A, b: A, c: A, d: A, e: A, f: A, g: A) {} go() { run(); stop(); } }'),
    ).toEqual({ 'constructors of more than 6 parameters': ['Many'] });
  });

  it('follow calls through ports, functions and constructors to the rule', () => {
    const program = planted({
      'rule.ts': 'export function rule() { return 1; }',
      'a.ts': `
        import { rule } from './rule.js';
        abstract class Port { abstract find(): number }
        class Adapter extends Port { find() { return rule(); } }
        class Unused { find() { return rule(); } }
        class UseCase { constructor(private readonly port: Port) {} run() { return helper(this.port); } }
        function helper(port: Port) { return port.find(); }
        class Controller { constructor(private readonly useCase: UseCase) {} get() { return this.useCase.run(); } }`,
    });
    expect(ways(program, [{ name: 'one', from: 'Controller.get', to: 'rule.ts' }])).toEqual([
      expect.objectContaining({ shortest: 2, way: ['UseCase', 'Adapter'], reached: 2 }),
    ]);
    expect(() => ways(program, [{ name: 'one', from: 'Controller.put', to: 'rule.ts' }])).toThrow(/There is no/u);
  });

  it('have not risen above house-counts.json, and not fallen without it', () => {
    const allowed = allowedCounts(path.join(projectRoot(), 'test/architecture/house-counts.json'));
    const differing = changes(houseCounts().counts, allowed).map(({ group, name, count, allowed: most }) =>
      count > most
        ? `${group}: ${name} rose from ${most} to ${count}; node .config/house-counts.mjs --names lists them`
        : `${group}: ${name} fell from ${most} to ${count}; run node .config/house-counts.mjs --accept`,
    );
    expect(differing.join('\n')).toBe('');
  }, 300_000);
});
