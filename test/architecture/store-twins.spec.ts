import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

/** Pairs of classes for one table, by the feature and the common part of their names. Each says in its head why; a new one needs a reason too. */
const PAIRS: ReadonlySet<string> = new Set([
  'audit/audit-log',
  'backup/copy',
  'backup/tables',
  'cbr/case-store',
  'cbr/case-vectors',
  'documents/document-store',
  'search/document-passages',
  'search/embedding-models',
  'search/index-maintenance',
  'search/search-index-writer',
  'search/vector-backlog',
]);

/** Ports whose adapters for the two engines are not a pair for one table. */
const ADAPTERS: ReadonlySet<string> = new Set(['AgentIds', 'SessionBudgets']);

const SAYS_WHY = /(?:each|per)(?:\s|\*){1,5}engine/iu;

const source = path.join(projectRoot(), 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((name) => name.split(path.sep).join('/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
const textOf = (name: string) => readFileSync(path.join(source, name), 'utf8');

/** What each engine needs for itself is in `shared`. */
const PAIRED = /^(?!shared\/)([^/]+)\/(?:.*\/)?(sqlite|postgres)-([^/]+)\.ts$/u;

/** Files of one engine, by the feature and the common part of their names. */
function ofEngine(engine: string, names: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name) => {
      const [, feature, found, part] = PAIRED.exec(name) ?? [];
      return found === engine && feature !== undefined && part !== undefined ? [[`${feature}/${part}`, name]] : [];
    }),
  );
}

/** Feature and common part of the names of those that are there for both engines. */
function pairsIn(names: readonly string[]): readonly string[] {
  const others = ofEngine('postgres', names);
  return [...ofEngine('sqlite', names).keys()].filter((pair) => others.has(pair));
}

/** Ports that get one of two classes, by the engine. */
function portsByStore(text: string): readonly string[] {
  return [...text.matchAll(/^\s*byStore\(\s*(\w+),/gmu)].map(([, port = '']) => port);
}

const kebab = (name: string) => name.replace(/(?!^)[A-Z]/gu, (letter) => `-${letter}`).toLowerCase();

describe('classes for one table', () => {
  it('are one for both engines, or are in the list', () => {
    expect(pairsIn(files).toSorted()).toEqual([...PAIRS].toSorted());
  });

  it('say in their heads why they are two', () => {
    const silent = [...PAIRS].flatMap((pair) => {
      const both = ['sqlite', 'postgres'].map((engine) => ofEngine(engine, files).get(pair) ?? pair);
      return both.filter((name) => !files.includes(name) || !SAYS_WHY.test(textOf(name)));
    });
    expect(silent).toEqual([]);
  });

  it('are not chosen by the engine under other names', () => {
    const ports = files.flatMap((name) => portsByStore(textOf(name)));
    const bases = new Set([...PAIRS].map((pair) => path.posix.basename(pair)));
    // The vectors of cases implement a port of another name.
    const known = (port: string) => ADAPTERS.has(port) || bases.has(kebab(port)) || port === 'VectorStore';
    expect(ports.filter((port) => !known(port))).toEqual([]);
  });

  it('would be found: a planted pair, and a planted choice', () => {
    expect(
      pairsIn(['a/x/sqlite-note-store.ts', 'a/y/postgres-note-store.ts', 'b/sqlite-other.ts', 'a/postgres-other.ts']),
    ).toEqual(['a/note-store']);
    expect(portsByStore('  providers: [\n    byStore(Notes, LocalNotes, SharedNotes),\n  ]')).toEqual(['Notes']);
  });
});
