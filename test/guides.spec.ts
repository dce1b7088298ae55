import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { anchorsOf, commandsOf, projectFiles, readGuides } from './support/guides.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const root = projectRoot();
const guides = readGuides();
const files = projectFiles();
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

const MOST_BYTES = 15_000;
const MOST_LINES_OF_README = 200;

/** Each find of a pattern in each guide, with the guide. */
function found(pattern: RegExp): (readonly [guide: string, found: string])[] {
  const pairs = guides.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(([, one = '']) => [name, one.trim()] as const),
  );
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
}

const commands = guides.flatMap(({ name, text }) => commandsOf(text).map((command) => [name, command] as const));

/** Places are named from the project's folder, from `src`, or from the guide's own folder. */
function placeOf(guide: string, name: string): string | undefined {
  return [name, path.join('src', name), path.join(path.dirname(guide), name)]
    .map((each) => path.join(root, each))
    .find((each) => existsSync(each));
}

/** Maps a built or compiled file to its source. */
function sourceOf(file: string): string {
  return file.replace(/^(?:dist|\.cache\/test)\//u, '').replace(/\.js$/u, '.ts');
}

/** Files in folders, and folders of the project that are named in full; what the server writes has no folder or another ending. */
const PATHS =
  /`((?:[\w.@-]+\/)+[\w@-]+(?:\.[a-z-]+)*\.(?:ts|tsx|mjs|cjs|json|jsonl|yml|yaml|cfg|md|png|py)|(?:src|test|migrations|\.docker|\.config|\.github|\.ci)(?:\/[\w-]+)+)`/gu;
/** A file without its folder, which the sentence or the table names. */
const NAMES = /`([a-z][\w-]*(?:\.[a-z]+)*\.(?:ts|mjs|cjs))`/gu;
/** A port and where it is: "the port `Reranker` (`search/rerank/domain/reranker.ts`)". */
const PORTS = /(?:port|class of) `(\w+)`\s+\(`([^`]+\.ts)`\)/gu;
const LINKS = /\[[^\]]*\]\(([^)\s]+)\)/gu;

describe('the guides', () => {
  it('are found', () => {
    expect(guides.length).toBeGreaterThan(40);
  });

  it.each(guides.map(({ name, text }) => [name, Buffer.byteLength(text)] as const))('are short: %s', (_name, bytes) => {
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('begin with a README.md of up to 200 lines', () => {
    const readme = guides.find(({ name }) => name === 'README.md')?.text ?? '';
    expect(readme.split('\n').length).toBeLessThanOrEqual(MOST_LINES_OF_README + 1);
  });

  it('are all reached by links from README.md', () => {
    const reached = new Set(['README.md']);
    for (const name of reached) {
      const text = guides.find((guide) => guide.name === name)?.text ?? '';
      for (const [, link = ''] of text.matchAll(LINKS))
        if (!/^\w+:/u.test(link)) reached.add(path.posix.join(path.posix.dirname(name), link.replace(/#.*$/u, '')));
    }
    const templates = /^\.github\/(?:ISSUE_TEMPLATE\/|pull_request_template)/u;
    expect(guides.map(({ name }) => name).filter((name) => !reached.has(name) && !templates.test(name))).toEqual([]);
  });

  it.each(found(LINKS).filter(([, link]) => !/^\w+:/u.test(link)))('link to what is there: %s -> %s', (guide, link) => {
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? guide : path.posix.join(path.posix.dirname(guide), file);
    expect(existsSync(path.join(root, target))).toBe(true);
    if (anchor !== undefined) expect(anchorsOf(readFileSync(path.join(root, target), 'utf8'))).toContain(anchor);
  });

  // What a run leaves in .cache is not there in a fresh clone.
  const kept = found(PATHS).filter(([, name]) => !name.startsWith('.cache/'));
  it.each(kept)('name a place that is there: %s, %s', (guide, name) => {
    expect(placeOf(guide, name)).toBeDefined();
  });

  it.each(found(NAMES))('name a file that is there: %s, %s', (_guide, name) => {
    expect(files.some((file) => file.endsWith(`/${name}`))).toBe(true);
  });

  it.each(
    guides.flatMap(({ name, text }) =>
      [...text.matchAll(PORTS)].map(([, port = '', file = '']) => [name, port, file] as const),
    ),
  )('say where a port is: %s, %s, %s', (guide, port, file) => {
    expect(readFileSync(placeOf(guide, file) ?? '', 'utf8')).toMatch(new RegExp(`\\bclass ${port}\\b`, 'u'));
  });
});

describe('the commands of the guides', () => {
  const matching = (pattern: RegExp) =>
    commands.flatMap(([guide, command]) => [...command.matchAll(pattern)].map((match) => [guide, ...match] as const));

  it('are found', () => {
    expect(commands.length).toBeGreaterThan(60);
  });

  it('name every script of the project', () => {
    const all = guides.map(({ text }) => text).join('\n');
    const named = (name: string) => new RegExp(`npm (?:run )?${name}(?![\\w:-])`, 'u').test(all);
    // npm calls them around `npm pack`.
    const ofNpm = ['prepack', 'postpack'];
    expect(Object.keys(scripts).filter((name) => !ofNpm.includes(name) && !named(name))).toEqual([]);
  });

  it.each(matching(/npm run (?:--silent )?([\w:-]+)/gu))(
    'are scripts of the project: %s, %s',
    (_guide, _command, name) => {
      expect(Object.keys(scripts)).toContain(name);
    },
  );

  it.each(matching(/(?:^|\s)node (?:--\S+ )*((?:[\w.-]+\/)+[\w.-]+)/gu))(
    'start a program that is there: %s, %s',
    (_guide, _command, file) => {
      expect(existsSync(path.join(root, sourceOf(file ?? '')))).toBe(true);
    },
  );

  it.each(matching(/npm (?:test|run test:system) -- ([a-z][\w-]*)/gu))(
    'run specs that are there: %s, %s',
    (_g, _c, name) => {
      expect(files.some((file) => file.endsWith('.spec.ts') && file.includes(name ?? ''))).toBe(true);
    },
  );

  /** Every option of every command that has some, with the script that gets it. */
  const optionsOf = commands.flatMap(([guide, command]) => {
    const ofScript = /(?:npm run |npm )([\w:-]+) -- (.*)/u.exec(command);
    const [, script = '', rest = ''] = ofScript ?? /npx touchstone(?:@\S+)? ([a-z][\w-]*) (.*)/u.exec(command) ?? [];
    return [...rest.matchAll(/(?:^|\s)--([a-z][\w-]*)/gu)].map(([, option = '']) => [guide, script, option] as const);
  });

  it.each(optionsOf.filter(([, script]) => !/^test(?::system)?$/u.test(script)))(
    'have options that their program has: %s, %s, --%s',
    (_guide, script, option) => {
      expect(sourcesOf(script)).toMatch(new RegExp(`--${option}\\b|\\b'?${option}'?: \\{ type:|'${option}'`, 'u'));
    },
  );

  it.each(matching(/(?:npm run touchstone --|npx touchstone(?:@\S+)?) ([a-z][\w-]*)/gu))(
    'are commands of the program: %s, %s',
    (_g, _c, name) => {
      expect(sourcesOf('touchstone')).toMatch(new RegExp(`^ {2}'?${name ?? ''}'?: \\[`, 'mu'));
    },
  );

  it.each(matching(/(?:^|\s)\.ci\/([\w-]+)/gu))(
    'start scripts of .ci that are there: %s, %s',
    (_guide, _command, name) => {
      expect(existsSync(path.join(root, '.ci', name ?? ''))).toBe(true);
    },
  );

  /** Sources of the program that a script starts: the script of .config, the entry in src or test, and the commands next to it. */
  function sourcesOf(script: string): string {
    // A command of the program has a script of its name, or none.
    const line =
      scripts[script] ?? scripts[script.replace('-', ':')] ?? (script === '' ? undefined : `touchstone.mjs ${script}`);
    if (line === undefined) return '';
    const [, wrapper = '', first = ''] = /([\w-]+\.mjs)(?: ([\w-]+))?/u.exec(line) ?? [];
    const parts = new Set([wrapper.replace('.mjs', ''), first]);
    const isPart = (file: string) =>
      file === `.config/${wrapper}` ||
      file === `.config/${first}.mjs` ||
      (/^src\/[\w-]+\.ts$/u.test(file) && [...parts].some((part) => file === `src/${part}.ts`)) ||
      (first !== '' && file.startsWith(`test/${first}/`) && file.endsWith('.ts')) ||
      /^src\/\w+(?:-\w+)*\/(?:\w+\/)?interface\/[\w-]+-(?:command|options)\.ts$/u.test(file) ||
      /^(?:src\/cli|test\/bench\/[\w-]+)\.ts$/u.test(file);
    return files
      .filter(isPart)
      .map((file) => readFileSync(path.join(root, file), 'utf8'))
      .join('\n');
  }
});

describe('the files of the code host', () => {
  const folder = path.join(root, '.github');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.yml'));

  it.each(names)('are valid YAML: %s', (name) => {
    expect(load(readFileSync(path.join(folder, name), 'utf8'))).toEqual(expect.any(Object));
  });

  it('run scripts of the project, on the Node of .nvmrc', () => {
    const workflow = readFileSync(path.join(folder, 'workflows', 'ci.yml'), 'utf8');
    const used = [...workflow.matchAll(/npm run ([\w:-]+)/gu)].map(([, name = '']) => name);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !(name in scripts))).toEqual([]);
    expect(readFileSync(path.join(root, '.nvmrc'), 'utf8').trim()).toBe('24');
  });
});
