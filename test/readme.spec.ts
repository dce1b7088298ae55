import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../src/shared/infrastructure/project-root.js';

const root = projectRoot();
const text = readFileSync(path.join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

function distinct(matches: IterableIterator<RegExpExecArray>): string[] {
  return [...new Set([...matches].map(([, found = '']) => found))];
}

/** Paths stand as seen from the project's folder or, to be short, from `src`. */
function found(name: string): string | undefined {
  return [name, path.join('src', name)].map((each) => path.join(root, each)).find((each) => existsSync(each));
}

/** Files of the project, and folders below one that is named in full; what the service writes has no folder or another ending. */
const PATHS =
  /`((?:[\w.@-]+\/)+[\w@-]+(?:\.[a-z-]+)*\.(?:ts|mjs|cjs|json|jsonl|yml|cfg|md|png)|(?:src|test|migrations|\.docker|\.config)(?:\/[\w-]+)*)`/gu;
/** A port and where it stands: "the port `Reranker` (`search/domain/reranker.ts`)". */
const CLASSES = /(?:port|class of) `(\w+)`\s+\(`([^`]+\.ts)`\)/gu;

describe('README.md', () => {
  it.each(distinct(text.matchAll(/npm run ([\w:-]+)/gu)))('names a command that is there: npm run %s', (name) => {
    expect(Object.keys(scripts)).toContain(name);
  });

  it.each(distinct(text.matchAll(PATHS)))('names a place that is there: %s', (name) => {
    expect(found(name)).toBeDefined();
  });

  it.each([...text.matchAll(CLASSES)].map(([, name = '', file = '']) => [name, file] as const))(
    'says of %s where it stands',
    (name, file) => {
      expect(readFileSync(found(file) ?? '', 'utf8')).toMatch(new RegExp(`\\bclass ${name}\\b`, 'u'));
    },
  );

  it.each(distinct(text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/gu)))('shows a picture that is there: %s', (name) => {
    expect(existsSync(path.join(root, name))).toBe(true);
  });
});
