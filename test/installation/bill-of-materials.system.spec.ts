import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

const root = projectRoot();

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

describe('the list of what a release contains', () => {
  it('names every package that runs in production, and no tool', () => {
    const workflow = load(readFileSync(path.join(root, '.github', 'workflows', 'release.yml'), 'utf8')) as Workflow;
    const steps = workflow.jobs['package']?.steps.flatMap(({ run }) => (run?.includes('npm sbom') ? [run] : [])) ?? [];
    expect(steps).toHaveLength(1);
    const work = mkdtempSync(path.join(tmpdir(), 'contents-'));
    try {
      const step = (steps[0] ?? '').replaceAll('.config/', `${path.join(root, '.config')}/`);
      execFileSync('bash', ['-euo', 'pipefail', '-c', step], { cwd: work, stdio: ['ignore', 'ignore', 'pipe'] });
      const { components } = JSON.parse(readFileSync(path.join(work, 'touchstone.cdx.json'), 'utf8')) as {
        components: readonly { purl: string }[];
      };
      const named = new Set(components.map(({ purl }) => decodeURIComponent(/^pkg:npm\/(.+)@/u.exec(purl)?.[1] ?? '')));
      const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
        dependencies: Readonly<Record<string, string>>;
      };
      expect(Object.keys(dependencies).filter((name) => !named.has(name))).toEqual([]);
      expect(['jest', 'eslint', 'esbuild', 'typescript'].filter((name) => named.has(name))).toEqual([]);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  });
});
