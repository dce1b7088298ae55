// The product as TypeScript sees it, and its classes. Specs and pages are left out.
import path from 'node:path';
import ts from 'typescript';

export const root = path.join(import.meta.dirname, '../..');

/** @returns {{ checker: ts.TypeChecker, files: ts.SourceFile[] }} files of `src` without specs and pages */
export function productProgram() {
  const config = path.join(root, 'tsconfig.json');
  const parsed = ts.getParsedCommandLineOfConfigFile(
    config,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic() {} },
  );
  const names = parsed.fileNames.filter((name) => isProduct(path.relative(root, name)));
  const program = ts.createProgram(names, { ...parsed.options, noEmit: true });
  const files = program.getSourceFiles().filter((file) => isProduct(relative(file)));
  return { checker: program.getTypeChecker(), files };
}

const isProduct = (name) => name.startsWith(`src${path.sep}`) && !/\.spec\.tsx?$/u.test(name);

/** Path from the root, with slashes. */
export const relative = (file) => path.relative(root, file.fileName).split(path.sep).join('/');

/** All classes with a name. @returns {ts.ClassDeclaration[]} */
export function classesOf(files) {
  const found = [];
  const visit = (node) => {
    if (ts.isClassDeclaration(node) && node.name !== undefined) found.push(node);
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return found;
}

export const isAbstract = (declaration) => has(declaration, ts.SyntaxKind.AbstractKeyword);
export const has = (node, kind) => (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);

export const constructorOf = (declaration) => declaration.members.find(ts.isConstructorDeclaration);

/** Methods with a body, constructor and accessors aside. */
export const methodsOf = (declaration) =>
  declaration.members.filter((member) => ts.isMethodDeclaration(member) && member.body !== undefined);

/** Names of the classes that a class extends or implements. */
export function parentsOf(declaration) {
  return (declaration.heritageClauses ?? []).flatMap((clause) =>
    clause.types.map(({ expression }) => (ts.isIdentifier(expression) ? expression.text : '')),
  );
}
