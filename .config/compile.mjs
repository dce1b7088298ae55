// Compiles the product with the Swagger plugin, as the Nest CLI does, whose other commands are not needed.
//   node .config/compile.mjs [TSCONFIG]    default .config/tsconfig.build.json
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { before } from '@nestjs/swagger/plugin';
import ts from 'typescript';

const root = path.join(import.meta.dirname, '..');
const configuration = path.resolve(root, process.argv[2] ?? '.config/tsconfig.build.json');
const { plugins } = JSON.parse(readFileSync(path.join(root, 'nest-cli.json'), 'utf8')).compilerOptions;

const { options, fileNames, errors } = ts.getParsedCommandLineOfConfigFile(configuration, {}, ts.sys);
rmSync(options.outDir, { recursive: true, force: true });
const program = ts.createProgram(fileNames, options);
const found = [...errors, ...ts.getPreEmitDiagnostics(program)];
const emitted = program.emit(undefined, undefined, undefined, undefined, {
  before: [before(plugins[0].options, program)],
});
const diagnostics = ts.sortAndDeduplicateDiagnostics([...found, ...emitted.diagnostics]);
if (diagnostics.length > 0) {
  const host = {
    getCanonicalFileName: (name) => name,
    getCurrentDirectory: () => root,
    getNewLine: () => ts.sys.newLine,
  };
  console.error(ts.formatDiagnosticsWithColorAndContext(diagnostics, host));
  console.error(`The compiler reports ${diagnostics.length} error(s).`);
  process.exit(1);
}
