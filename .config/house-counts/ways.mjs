// The classes between a controller and a rule, by following calls in the sources.
//
// A call `object.method()` leads to the class that TypeScript says the object has. A port leads to each class that implements it in the
// product; sandboxes and stores in memory are left out. Followed are constructors too (`new X()`). Not followed: functions that are
// handed over and called elsewhere are counted where they are written; decorators, hooks of Nest and messages to a worker thread end a
// way. `shortest` is therefore the least number of classes between the method of the controller and a call of the rule, both excluded;
// `reached` is how many classes of ours the method may call in all, ports and the domain's values included.
import ts from 'typescript';
import { classesOf, isAbstract, parentsOf, relative } from './program.mjs';

/** The start of a way, and the file of the rule at its end. */
export const WAYS = [
  { name: 'chat', from: 'ChatController.run', to: 'src/pipeline/domain/answerability.ts', most: 4 },
  { name: 'upload', from: 'UploadController.upload', to: 'src/documents/domain/split-into-passages.ts', most: 4 },
  { name: 'search', from: 'SearchController.search', to: 'src/search/ranking/domain/fusion.ts', most: 6 },
  {
    name: 'session start',
    from: 'TestSessionsController.start',
    to: 'src/test-automation/domain/session-scope.ts',
    most: 4,
  },
];
const NOT_SERVED = /sandbox|in-memory|forgetful|\/trial-bench/u;

/** @returns {{ name: string, shortest: number, way: string[], reached: number }[]} */
export function ways({ checker, files }, wanted = WAYS) {
  const classes = classesOf(files);
  const byName = new Map(classes.map((declaration) => [declaration.name.text, declaration]));
  const adapters = new Map();
  for (const declaration of classes)
    for (const parent of parentsOf(declaration))
      if (!NOT_SERVED.test(relative(declaration.getSourceFile())))
        adapters.set(parent, [...(adapters.get(parent) ?? []), declaration]);
  const graph = { checker, adapters };
  return wanted.map((way) => {
    const [className, methodName] = way.from.split('.');
    const method = byName.get(className)?.members.find((member) => member.name?.getText() === methodName);
    if (method === undefined) throw new Error(`There is no '${way.from}'. Name the method of the route in WAYS.`);
    if (!files.some((file) => relative(file).endsWith(way.to)))
      throw new Error(`There is no '${way.to}'. Name the file of the rule in WAYS.`);
    return { ...way, ...follow(graph, method, way.to) };
  });
}

/** Breadth first over methods and functions; entering another class costs one. */
function follow(graph, start, to) {
  const cost = new Map([[start, { classes: 0, way: [] }]]);
  const reached = new Set();
  let queue = [start];
  let best;
  while (queue.length > 0) {
    const node = queue.shift();
    const here = cost.get(node);
    for (const target of callsOf(graph, node)) {
      if (best === undefined && !isInterface(node) && relative(target.getSourceFile()).endsWith(to)) best = here;
      const owner = ownerOf(target);
      if (owner !== undefined) reached.add(owner);
      const enters = owner !== undefined && owner !== ownerOf(node);
      const classes = here.classes + (enters ? 1 : 0);
      if ((cost.get(target)?.classes ?? Infinity) <= classes) continue;
      cost.set(target, { classes, way: enters ? [...here.way, owner.name.text] : here.way });
      // Functions and methods of the same class first: they cost nothing.
      queue = enters ? [...queue, target] : [target, ...queue];
    }
  }
  return { shortest: best?.classes, way: best?.way ?? [], reached: reached.size };
}

/** What a controller calls to read a request is not the rule yet. */
const isInterface = (node) => relative(node.getSourceFile()).includes('/interface/');

const ownerOf = (node) =>
  ts.isClassDeclaration(node.parent) && node.parent.name !== undefined ? node.parent : undefined;

/** Declarations with a body that a body calls, those of a port by its adapters. */
function callsOf({ checker, adapters }, node) {
  const found = new Set();
  const visit = (inner) => {
    if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) {
      for (const declaration of declarationsOf(checker, inner))
        bodiesOf(adapters, declaration).forEach((body) => found.add(body));
    }
    ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

function declarationsOf(checker, call) {
  const signature = checker.getResolvedSignature(call)?.declaration;
  if (signature === undefined || ts.isJSDocSignature(signature)) return [];
  return signature.getSourceFile().fileName.includes('/node_modules/') ? [] : [signature];
}

/** A declaration itself; for a method without a body that of each class under it, as far as one is written there. */
function bodiesOf(adapters, declaration) {
  if (declaration.body !== undefined) return [declaration];
  const owner = declaration.parent;
  if (!ts.isClassDeclaration(owner) || !isAbstract(owner)) return [];
  const name = declaration.name?.getText();
  return (adapters.get(owner.name?.text) ?? []).flatMap((adapter) =>
    adapter.members
      .filter((member) => ts.isMethodDeclaration(member) && member.name.getText() === name)
      .flatMap((member) => bodiesOf(adapters, member)),
  );
}
