/**
 * Prints every regular expression of the product as JSON: literals by the TypeScript compiler, constructed ones by a hook on `RegExp`
 * while each module is imported. A program of its own, since a module is evaluated once in a process.
 *   node collect-expressions.js SOURCE_FOLDER COMPILED_FOLDER
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

export interface FoundExpression {
  readonly at: string;
  readonly source: string;
  readonly flags: string;
}

/** Programs and files of threads start something when they are imported, bundles of them hold libraries; pages run in a browser. */
const NOT_IMPORTED =
  /\.spec\.js$|-(?:worker|process)\.js$|^(?:part-[\w-]+|main|cli|test-session|review-session|check-llm|program)\.js$|^web[\\/]pages/u;

function literals(folder: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/u.test(name) || /\.spec\.tsx?$/u.test(name)) continue;
    const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const text = readFileSync(path.join(folder, name), 'utf8');
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        found.push({
          at: `src/${name}:${line + 1}`,
          source: node.text.slice(1, end),
          flags: node.text.slice(end + 1),
        });
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** Expressions that modules construct while they are loaded; a library's own are left out by the place of the call. */
async function constructed(folder: string, known: ReadonlySet<string>): Promise<FoundExpression[]> {
  const Native = globalThis.RegExp;
  const found = new Map<string, FoundExpression>();
  const remember = (expression: RegExp): RegExp => {
    const caller = new Error().stack?.split('\n').find((line) => line.includes(folder));
    if (caller !== undefined && !known.has(expression.source)) {
      const at = caller.slice(caller.indexOf(folder) + folder.length + 1).replace(/\)$/u, '');
      found.set(expression.source, { at: `src/${at}`, source: expression.source, flags: expression.flags });
    }
    return expression;
  };
  globalThis.RegExp = new Proxy(Native, {
    construct: (target, args: [string, string]) => remember(Reflect.construct(target, args)),
    apply: (target, _, args: [string, string]) => remember(Reflect.construct(target, args)),
  });
  Error.stackTraceLimit = 30;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js') && !NOT_IMPORTED.test(name)) await import(pathToFileURL(path.join(folder, name)).href);
  }
  globalThis.RegExp = Native;
  return [...found.values()];
}

const [sources = '', compiled = ''] = process.argv.slice(2);
const written = literals(sources);
const built = await constructed(compiled, new Set(written.map(({ source }) => source)));
process.stdout.write(JSON.stringify([...written, ...built]), () => process.exit(0));
