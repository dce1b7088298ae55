import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const root = projectRoot();
/** Folders with guides. What else is under `data` is written by the server, or is a document of the samples. */
const FOLDERS = ['.github', '.docker', 'src', 'test', 'data/lexicon', 'data/models'];
const FILES = ['README.md', 'data/samples/README.md'];

/** A Markdown file of the project. */
export interface Guide {
  /** From the project's folder, with slashes. */
  readonly name: string;
  readonly text: string;
}

/** Every guide of the project, in the order of their names. */
export function readGuides(): Guide[] {
  const found = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules') && !name.includes('fixtures'))
      .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))),
  );
  return [...FILES, ...found].sort().map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') }));
}

/** Names of all files of the project that code or guides can name, from its folder. */
export function projectFiles(): string[] {
  return [
    'src',
    'test',
    'migrations',
    '.config',
    '.docker',
    '.github',
    '.ci',
    'data/config',
    'data/lexicon',
    'data/models',
  ]
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => !name.includes('node_modules'))
        .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/'))),
    );
}

/** The anchor of a heading, as Git hosts make it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/gu, '-');
}

/** Anchors of a guide's headings. */
export function anchorsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^#{1,6} (.+)$/gmu)].map(([, heading = '']) => anchorOf(heading)));
}

/** Commands of a guide: lines of its `sh` blocks, continued ones joined, and inline code that begins with a program. */
export function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^```sh\n([^`]*)```$/gmu)].flatMap(([, block = '']) =>
    block.replaceAll('\\\n', ' ').split('\n'),
  );
  const inline = [...text.matchAll(/`((?:[A-Z_]+=\S+ )*(?:npm|node|npx|\.ci\/\w+)\b[^`]*)`/gu)].map(([, code = '']) =>
    code.replaceAll('\n', ' '),
  );
  return [...blocks, ...inline].map((line) => line.trim()).filter((line) => line !== '');
}
