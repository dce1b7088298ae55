import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOW_TO_RECOGNIZE } from '../../src/documents/infrastructure/extraction/ocr/text-recognition.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';
import { contextFiles, environmentOfNpm, instructionsOf, replay, shell, type Stage } from './container-file.js';
import { type InstalledServer, KEY, QUESTIONS, runAsNobody, startAsNobody } from './installed-server.js';

const root = projectRoot();
const DOCKERFILE = path.join(root, '.docker', 'Dockerfile');
const MAX_PACKAGE_MB = 35;
const LIMIT_MS = 900_000;
const SYSTEM_PATH = '/usr/bin:/bin';

/** Files of the project as a clone would have them, with what is not committed yet. */
function projectFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return stdout.split('\0').filter((name) => name !== '' && existsSync(path.join(root, name)));
}

describe('what is installed without a checkout', () => {
  let work: string;
  let node: string;
  let stages: Stage[];
  /** The programs of Node, and of the system. */
  const programs = (): string => `${path.join(work, 'bin')}:${path.dirname(process.execPath)}:${SYSTEM_PATH}`;
  const built = (): string => path.join(stages[0]?.folder ?? '', 'app');

  async function copyFiles(files: readonly string[], target: string): Promise<void> {
    const list = path.join(work, 'files');
    writeFileSync(list, files.join('\n'));
    await shell(`mkdir -p "${target}" && tar -C "${root}" -cf - -T "${list}" | tar -C "${target}" -xf -`, work, {
      PATH: SYSTEM_PATH,
    });
  }

  beforeAll(async () => {
    work = mkdtempSync(path.join(tmpdir(), 'installed-'));
    chmodSync(work, 0o755);
    // A user without rights may not be able to reach the Node of this one.
    node = path.join(work, 'bin', 'node');
    await shell(`mkdir -p "${path.dirname(node)}" && cp "${process.execPath}" "${node}"`, work, { PATH: SYSTEM_PATH });
    const context = path.join(work, 'context');
    await copyFiles(contextFiles(projectFiles(), readFileSync(path.join(root, '.dockerignore'), 'utf8')), context);
    stages = await replay(DOCKERFILE, work, context);
  }, LIMIT_MS);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  describe('the image', () => {
    let image: Stage;
    let server: InstalledServer | undefined;
    const place = (more: Readonly<Record<string, string>> = {}) => ({
      cwd: path.join(image.folder, image.workdir),
      env: { ...image.env, PATH: programs(), SAMPLE_DATA: 'skip', ...more },
    });
    beforeAll(() => {
      const last = stages.at(-1);
      if (last === undefined) throw new Error('The Dockerfile has no stage.');
      image = last;
    });
    afterEach(async () => {
      await server?.stop();
      server = undefined;
    });

    it(
      'starts as a user without rights, reads files, answers in both languages, and is restored from a backup',
      async () => {
        expect(image.user).not.toBe('root');
        server = await startAsNobody(image.command, place());
        expect(await server.upload()).toEqual([201, 201]);
        for (const question of QUESTIONS) expect(await server.ask(question)).toContain('1240');
        expect(runAsNobody(image.health, { ...place(), env: server.env })).toEqual({ code: 0, output: '' });
        const backup = path.join(image.env['DATA_DIR'] ?? '', 'backups', 'today');
        const cli = ['node', 'dist/src/cli.js'];
        expect(runAsNobody([...cli, 'backup', backup], { ...place(), env: server.env })).toMatchObject({ code: 0 });
        expect(await server.stop()).toBe(0);

        const restored = place({ ...server.env, DATA_DIR: path.join(image.env['DATA_DIR'] ?? '', 'restored') });
        expect(runAsNobody([...cli, 'restore', backup], restored)).toMatchObject({ code: 0 });
        server = await startAsNobody(image.command, restored);
        for (const question of QUESTIONS) expect(await server.ask(question)).toContain('1240');
      },
      LIMIT_MS,
    );

    it('has no package that is compiled into the program, and no tool', () => {
      const modules = path.join(image.folder, image.workdir, 'node_modules');
      expect(['pg', 'class-transformer'].filter((name) => !existsSync(path.join(modules, name)))).toEqual([]);
      expect(
        ['typeorm', '@nestjs/core', 'esbuild', 'typescript'].filter((name) => existsSync(path.join(modules, name))),
      ).toEqual([]);
    });

    it('has every program that OCR=tesseract calls', () => {
      const [, wanted = ''] = /apt-get install (.*)\)/u.exec(HOW_TO_RECOGNIZE) ?? [];
      const steps = instructionsOf(DOCKERFILE).filter(({ name }) => name === 'FROM' || name === 'RUN');
      const last = steps.slice(steps.findLastIndex(({ name }) => name === 'FROM'));
      const installed = last.flatMap(({ words }) => / install (.*?)(?:&&|$)/u.exec(words)?.[1]?.split(/\s+/u) ?? []);
      expect(wanted.split(' ').length).toBeGreaterThan(2);
      expect(wanted.split(' ').filter((name) => !installed.includes(name))).toEqual([]);
    });
  });

  describe('the package', () => {
    let tarball: string;
    let folder: string;
    let server: InstalledServer | undefined;
    const env = () => ({ PATH: programs(), HOME: folder, npm_config_update_notifier: 'false' });

    beforeAll(async () => {
      const source = path.join(work, 'source');
      await copyFiles(projectFiles(), source);
      // What `npm pack` would build again, is linked; the other steps before it are done.
      const { prepack } = (
        JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
          scripts: { prepack: string };
        }
      ).scripts;
      const steps = prepack.split('&&').map((step) => step.trim());
      expect(steps.shift()).toBe('npm run --silent build');
      const variables = { ...environmentOfNpm(), PATH: programs() };
      await shell(`cp -al "${path.join(built(), 'dist')}" dist`, source, variables);
      for (const step of steps) await shell(step, source, variables);
      await shell(`npm pack --ignore-scripts --pack-destination "${work}"`, source, variables);
      tarball = path.join(work, readdirSync(work).find((name) => name.endsWith('.tgz')) ?? '');
      folder = path.join(work, 'empty');
      await shell(`mkdir "${folder}"`, work, variables);
      const options = '--no-audit --no-fund --prefer-offline --ignore-scripts';
      // Without a prefix npm would take a folder above that has packages.
      await shell(`npm install --prefix "${folder}" ${options} "${tarball}"`, folder, variables);
      if (process.getuid?.() === 0) await shell(`chown 65534:65534 "${folder}"`, work, variables);
    }, LIMIT_MS);
    afterEach(async () => {
      await server?.stop();
      server = undefined;
    });

    it('is small enough, and has neither sources nor specs', () => {
      expect(statSync(tarball).size / 1e6).toBeLessThan(MAX_PACKAGE_MB);
      const own = path.join(folder, 'node_modules', 'touchstone');
      expect(readdirSync(own).sort()).toEqual(
        expect.arrayContaining(['.config', 'LICENSE', 'README.md', 'data', 'dist', 'package.json']),
      );
      expect(['src', 'test', 'migrations'].filter((name) => existsSync(path.join(own, name)))).toEqual([]);
    });

    it('describes its commands with examples', () => {
      const { code, output } = runAsNobody(['npx', 'touchstone', '--help'], { cwd: folder, env: env() });
      expect(code).toBe(0);
      for (const name of ['start', 'sync', 'backup', 'restore', 'test-session', 'check-llm', 'models'])
        expect(output).toMatch(new RegExp(`^ {2}${name} .*\\n[^]*npx touchstone ${name}\\b`, 'mu'));
    });

    it(
      'starts in an empty folder, with its samples, and keeps its data there',
      async () => {
        server = await startAsNobody(['npx', 'touchstone', 'start'], { cwd: folder, env: env() });
        expect(await server.ask('휴학 신청은 언제까지 해야 하나요?')).toContain('30일');
        expect(await server.upload()).toEqual([201, 201]);
        for (const question of QUESTIONS) expect(await server.ask(question)).toContain('1240');
        const page = await fetch(server.url, { headers: { accept: 'text/html', 'x-api-key': KEY } });
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
        expect(existsSync(path.join(folder, 'data', 'documents.db'))).toBe(true);
        expect(existsSync(path.join(folder, 'node_modules', 'touchstone', 'data', 'documents.db'))).toBe(false);
        const command = ['npx', 'touchstone', 'backup', path.join(folder, 'data', 'copy')];
        expect(runAsNobody(command, { cwd: folder, env: env() })).toMatchObject({ code: 0 });
      },
      LIMIT_MS,
    );
  });
});
