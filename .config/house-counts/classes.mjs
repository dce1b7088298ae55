// Classes that the style of the project does not want: they only bundle, only pass on, or are a port of one class.
// A port that a module provides as a value or by a factory has no class here and is not counted.
//
// A port is needed in two cases. It keeps a library, the clock or the disk out of the inner layers: its one adapter, or a file of the same
// infrastructure that the adapter puts together, imports one. Or it leads to another feature or room, which the layer rules let only
// infrastructure import: its adapter imports `src/<another feature>`, or is itself in another feature or room than the port. Both kinds are
// counted apart from the others, which have no such reason.
import path from 'node:path';
import ts from 'typescript';
import { classesOf, constructorOf, isAbstract, methodsOf, parentsOf, relative } from './program.mjs';

/** Classes without a method that were made only to keep the limit on constructor parameters. */
const LISTED_BAGS = [
  'DecisionEffects',
  'PipelineSteps',
  'RunWatch',
  'SharedParts',
  'SharedStamps',
  'SharedWriters',
  'UpkeepWork',
  'SessionDepth',
  'InvestigationSteps',
  'PatchTrials',
  'TrialJudges',
  'TrialParts',
  'ScheduleParts',
  'SessionMeasures',
  'SessionSteps',
  'SessionSurroundings',
  'SessionChoices',
  'SessionStamps',
  'UnitSurroundings',
  'SelfParts',
];
const MOST_PARAMETERS = 6;

/** @returns {Record<string, string[]>} names of classes, by what is to be counted */
export function oddClasses(files) {
  const classes = classesOf(files);
  const named = (list) =>
    list.map((declaration) => `${declaration.name.text} (${relative(declaration.getSourceFile())})`);
  const ports = portsWithOneAdapter(classes);
  const unguarded = ports.filter(({ adapter }) => !guardsSomething(adapter.getSourceFile()));
  const leading = unguarded.filter(leadsElsewhere);
  const plain = unguarded.filter(
    (one) => !leading.includes(one) && !partsOf(one.adapter.getSourceFile(), files).some(guardsSomething),
  );
  return {
    'listed parameter bags': named(classes.filter(({ name }) => LISTED_BAGS.includes(name.text))),
    'classes without a method that only bundle parameters': named(classes.filter(isBag)),
    'classes that only pass on': named(classes.filter(onlyPassesOn)),
    'ports with one implementation': named(ports.map(({ port }) => port)),
    'ports with one implementation that guards no library, clock or disk': named(plain.map(({ port }) => port)),
    'ports with one implementation that lead to another feature or room': named(leading.map(({ port }) => port)),
    [`constructors of more than ${MOST_PARAMETERS} parameters`]: named(
      classes.filter((declaration) => (constructorOf(declaration)?.parameters.length ?? 0) > MOST_PARAMETERS),
    ),
  };
}

/** All of it is a constructor whose parameters are properties, two or more; errors and values are not bags. */
function isBag(declaration) {
  const parameters = constructorOf(declaration)?.parameters ?? [];
  const injected = (ts.getDecorators(declaration) ?? []).length > 0;
  return injected && parameters.length >= 2 && declaration.members.length === 1 && parameters.every(isProperty);
}
const isProperty = (parameter) => ts.isParameterPropertyDeclaration(parameter, parameter.parent);

/** Every method is one call to the same injected object. A class that implements a port gives an object another shape, which is work. */
function onlyPassesOn(declaration) {
  const methods = methodsOf(declaration);
  if (isAbstract(declaration) || methods.length === 0 || parentsOf(declaration).length > 0) return false;
  if (declaration.members.some((member) => ts.isPropertyDeclaration(member) || ts.isAccessor(member))) return false;
  const targets = methods.map(targetOf);
  return targets[0] !== undefined && targets.every((target) => target === targets[0]);
}

/** `x` of a method that is only `return this.x.m(a, b)`, whose arguments are names, properties or literals. */
function targetOf({ body }) {
  const [statement, ...more] = body.statements;
  if (statement === undefined || more.length > 0) return undefined;
  let value = ts.isReturnStatement(statement) || ts.isExpressionStatement(statement) ? statement.expression : undefined;
  if (value !== undefined && ts.isAwaitExpression(value)) value = value.expression;
  if (value === undefined || !ts.isCallExpression(value) || !value.arguments.every(isPlain)) return undefined;
  const callee = value.expression;
  if (!ts.isPropertyAccessExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return undefined;
  const { expression, name } = callee.expression;
  return expression.kind === ts.SyntaxKind.ThisKeyword ? name.text : undefined;
}
const isPlain = (node) =>
  ts.isIdentifier(node) ||
  ts.isLiteralExpression(node) ||
  (ts.isPropertyAccessExpression(node) && isPlain(node.expression));

/** Abstract classes with one class in the product that extends or implements them. */
function portsWithOneAdapter(classes) {
  const adapters = new Map();
  for (const declaration of classes)
    for (const parent of parentsOf(declaration)) adapters.set(parent, [...(adapters.get(parent) ?? []), declaration]);
  return classes.filter(isAbstract).flatMap((port) => {
    const [adapter, ...more] = adapters.get(port.name.text) ?? [];
    return adapter === undefined || more.length > 0 ? [] : [{ port, adapter }];
  });
}

/** Whether a file imports a package, a module of Node or the database of the project, or reads the clock. */
function guardsSomething(file) {
  if (/\b(?:Date\.now|new Date|performance)\b/u.test(file.text)) return true;
  return file.statements.some(
    (statement) =>
      ts.isImportDeclaration(statement) &&
      /^(?!\.|@nestjs\/)|\/infrastructure\/database\//u.test(statement.moduleSpecifier.text),
  );
}

/** Features that have rooms of their own, whose imports the layer rules restrict as those of features. */
const FEATURES_WITH_ROOMS = ['search', 'test-automation'];
const LAYERS = ['domain', 'application', 'infrastructure', 'interface'];

/** `search/ranking`, `pipeline`; `search` for what the rooms of a feature share. */
function roomOf(name) {
  const [, feature = '', room = ''] = name.split('/');
  return FEATURES_WITH_ROOMS.includes(feature) && !LAYERS.includes(room) ? `${feature}/${room}` : feature;
}

/** Paths from the root of the project's files that a file imports. */
function importsOf(file) {
  const folder = path.posix.dirname(relative(file));
  return file.statements
    .filter((statement) => ts.isImportDeclaration(statement) && statement.moduleSpecifier.text.startsWith('.'))
    .map((statement) => path.posix.join(folder, statement.moduleSpecifier.text).replace(/\.js$/u, '.ts'));
}

/** Whether an adapter is in another feature or room than its port, or imports another feature. */
function leadsElsewhere({ port, adapter }) {
  const home = roomOf(relative(port.getSourceFile()));
  if (roomOf(relative(adapter.getSourceFile())) !== home) return true;
  const [feature] = home.split('/');
  return importsOf(adapter.getSourceFile()).some((name) => ![feature, 'shared', 'text'].includes(name.split('/')[1]));
}

/** Files of the same infrastructure that a file imports. */
function partsOf(file, files) {
  const [layer] = relative(file).match(/^.*\/infrastructure\//u) ?? [];
  const names = layer === undefined ? [] : importsOf(file).filter((name) => name.startsWith(layer));
  return files.filter((one) => names.includes(relative(one)));
}
