import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
/** What is mapped to another user, or not done, where a step is replayed on the machine itself. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'apt-get': 'exit 0',
  chown: `shift; ${process.getuid?.() === 0 ? 'exec /bin/chown 65534:65534 "$@"' : 'exit 0'}`,
};

interface Instruction {
  readonly name: string;
  readonly words: string;
}

/** The instructions of a Dockerfile, without comments, with continued lines joined. */
export function instructionsOf(file: string): Instruction[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/u.test(line))
    .join('\n');
  return lines
    .replaceAll(/\\\n\s*/gu, '')
    .split('\n')
    .map((line) => {
      const [, name = '', words = ''] = /^([A-Z]+) (.*)$/u.exec(line) ?? [];
      return { name, words };
    });
}

/** Unlike those of Node, stars of Docker match names that begin with a dot. */
const globOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+^${}()|[\]\\]/gu, '\\$&').replaceAll('*', '[^/]*')}$`, 'u');

/** Which files of a folder an image may copy, by the rules of its .dockerignore: the last pattern that fits a file or a folder above it. */
export function contextFiles(files: readonly string[], rules: string): string[] {
  const patterns = rules
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/u.test(line))
    .map((line) => ({ isKept: line.startsWith('!'), glob: globOf(line.replace(/^!/u, '')) }));
  const foldersOf = (file: string) => file.split('/').map((_, i, parts) => parts.slice(0, i + 1).join('/'));
  return files.filter((file) => {
    const places = foldersOf(file);
    return patterns.findLast(({ glob }) => places.some((place) => glob.test(place)))?.isKept ?? true;
  });
}

/** What npm needs of this machine (registry, certificates, cache), without what the npm that runs the specs says of this project. */
export function environmentOfNpm(): Record<string, string> {
  const ofThisProject =
    /^(?:NODE_OPTIONS|INIT_CWD|npm_(?!config_(?:registry|cache|userconfig|cafile|https?_proxy|noproxy)$))/iu;
  const kept = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined || ofThisProject.test(name) ? [] : [[name, value] as const],
  );
  return { ...Object.fromEntries(kept), npm_config_prefer_offline: 'true' };
}

/** Runs a line of a shell; its output is in the error if it fails. */
export async function shell(line: string, cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  const options = { cwd, env, maxBuffer: 1 << 26 };
  // Specs of the server make files for their own user alone.
  const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', `umask 022; ${line}`], options);
  return stdout;
}

/** A stage: a folder in the place of the root of its file system, and what its instructions leave for the process. */
export interface Stage {
  readonly folder: string;
  readonly name: string;
  workdir: string;
  user: string;
  readonly env: Record<string, string>;
  command: readonly string[];
  health: readonly string[];
}

/** A path of the image, or all of them in a line, as a path below the folder of its stage. */
const inside = ({ folder }: Stage, text: string): string =>
  text.replaceAll(/(?<=^|[\s=])\/(?!dev\/)[\w./*-]+/gu, (name) => path.join(folder, name));

function argumentsOf(words: string): readonly string[] {
  const list: unknown = JSON.parse(words.slice(words.indexOf('[')));
  if (!Array.isArray(list)) throw new Error(`Only the form of a list is replayed, not '${words}'.`);
  return list.map(String);
}

async function copy(stage: Stage, words: string, stages: readonly Stage[], context: string): Promise<void> {
  const [, name] = /^--from=(\S+)\s/u.exec(words) ?? [];
  const from = stages.find((each) => each.name === name)?.folder ?? context;
  const given = words.split(/\s+/u).filter((word) => !word.startsWith('--'));
  const target = path.resolve(path.join(stage.folder, stage.workdir), inside(stage, given.pop() ?? ''));
  for (const one of given) {
    const source = path.join(from, one);
    // The content of a folder is copied into the target, a file under its name. Links save the time of copying packages.
    await shell(
      `if [ -d "$1" ]; then mkdir -p "$2" && cp -al "$1/." "$2/"; else mkdir -p "$2" && cp "$1" "$2/"; fi`.replaceAll(
        /\$([12])/gu,
        (_, n: string) => (n === '1' ? source : target),
      ),
      context,
      { PATH: '/usr/bin:/bin' },
    );
  }
}

/**
 * Does what a Dockerfile says, with a folder in the place of each image. What needs the system of an image is left out: packages of Debian.
 * @param work an empty folder @param context the files that may be copied
 * @returns the last stage, which is the image
 */
export async function replay(file: string, work: string, context: string): Promise<Stage[]> {
  const shims = path.join(work, 'shims');
  for (const [name, line] of Object.entries(OUTSIDE))
    await shell(
      `mkdir -p "${shims}" && printf '%s\\n' '#!/bin/sh' '${line}' > "${shims}/${name}" && chmod +x "${shims}/${name}"`,
      work,
      { PATH: '/usr/bin:/bin' },
    );
  const stages: Stage[] = [];
  for (const { name, words } of instructionsOf(file)) {
    const stage = stages.at(-1);
    if (name === 'FROM') {
      const folder = path.join(work, `stage-${stages.length}`);
      const title = / AS (\S+)/u.exec(words)?.[1] ?? '';
      stages.push({ folder, name: title, workdir: '/', user: 'root', env: {}, command: [], health: [] });
      await shell(`mkdir -p "${folder}"`, work, { PATH: '/usr/bin:/bin' });
    } else if (stage === undefined) throw new Error(`${name} comes before FROM.`);
    else if (name === 'WORKDIR') {
      stage.workdir = words;
      await shell(`mkdir -p "${path.join(stage.folder, words)}"`, work, { PATH: '/usr/bin:/bin' });
    } else if (name === 'ENV')
      for (const [, key = '', value = ''] of words.matchAll(/(\w+)=(\S*)/gu)) stage.env[key] = inside(stage, value);
    else if (name === 'COPY') await copy(stage, words, stages, context);
    else if (name === 'RUN') {
      const PATH = `${shims}:${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
      const env = { ...environmentOfNpm(), ...stage.env, PATH };
      await shell(inside(stage, words), path.join(stage.folder, stage.workdir), env);
    } else if (name === 'USER') stage.user = words;
    else if (name === 'CMD') stage.command = argumentsOf(words);
    else if (name === 'HEALTHCHECK') stage.health = argumentsOf(words);
    else if (!['VOLUME', 'EXPOSE'].includes(name)) throw new Error(`${name} is not replayed.`);
  }
  return stages;
}
