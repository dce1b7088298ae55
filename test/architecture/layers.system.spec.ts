import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

interface Report {
  readonly violations: readonly Violation[];
  readonly totalCruised: number;
}

const root = projectRoot();
const CONFIG = path.join(root, '.config', 'dependency-cruiser.cjs');
const CRUISER = path.join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruiser.mjs');

/** Runs the rules over `src` of a folder; the command fails if a rule is violated, but still reports. */
function cruise(folder: string): Promise<Report> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [CRUISER, '--config', CONFIG, '--output-type', 'json', 'src'],
      { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
      (_error, stdout, stderr) => {
        try {
          resolve((JSON.parse(stdout) as { summary: Report }).summary);
        } catch {
          reject(new Error(`dependency-cruiser gave no report: ${stderr}`));
        }
      },
    );
  });
}

type Planted = readonly [rule: string, file: string, imported: string];

/** Files that break a rule on purpose: the rule, the file, and what it imports. */
const FORBIDDEN: readonly Planted[] = [
  ['domain-is-pure', 'src/documents/domain/takes-a-package.ts', 'semver'],
  ['domain-is-pure', 'src/documents/domain/takes-a-builtin.ts', 'node:fs'],
  ['domain-is-pure', 'src/documents/domain/takes-another-feature.ts', '../../search/domain/target.js'],
  ['judge-domain-is-pure', 'src/test-automation/judge/domain/takes-a-search.ts', '../../../search/domain/target.js'],
  ['domain-is-pure', 'src/documents/domain/takes-its-application.ts', '../application/target.js'],
  ['domain-is-pure', 'src/documents/domain/takes-shared-infrastructure.ts', '../../shared/infrastructure/target.js'],
  ['application-imports', 'src/documents/application/takes-infrastructure.ts', '../infrastructure/target.js'],
  ['application-imports', 'src/documents/application/takes-a-package.ts', 'semver'],
  ['application-imports', 'src/documents/application/takes-a-builtin.ts', 'node:path'],
  ['application-imports', 'src/documents/application/takes-another-domain.ts', '../../search/domain/target.js'],
  ['infrastructure-not-interface', 'src/documents/infrastructure/takes-interface.ts', '../interface/target.js'],
  [
    'infrastructure-other-features-application-only',
    'src/documents/infrastructure/takes-another-adapter.ts',
    '../../search/infrastructure/target.js',
  ],
  ['interface-imports', 'src/documents/interface/takes-infrastructure.ts', '../infrastructure/target.js'],
  ['interface-imports', 'src/documents/interface/takes-another-domain.ts', '../../search/domain/target.js'],
  [
    'interface-imports',
    'src/documents/interface/takes-infrastructure-of-access.ts',
    '../../access/infrastructure/target.js',
  ],
  ['shared-imports-no-feature', 'src/shared/infrastructure/takes-a-feature.ts', '../../search/domain/target.js'],
  ['text-imports-only-itself', 'src/text/takes-a-package.ts', 'semver'],
  ['text-imports-only-itself', 'src/text/tokens/takes-a-builtin.ts', 'node:util'],
  ['text-imports-only-itself', 'src/text/takes-shared-domain.ts', '../shared/domain/target.js'],
  ['text-imports-only-itself', 'src/text/takes-a-feature.ts', '../search/domain/target.js'],
  ['arrow-search', 'src/search/infrastructure/asks-the-pipeline.ts', '../../pipeline/application/target.js'],
  ['arrow-documents', 'src/documents/infrastructure/asks-the-pipeline.ts', '../../pipeline/application/target.js'],
  ['arrow-taxonomy', 'src/taxonomy/infrastructure/asks-documents.ts', '../../documents/application/target.js'],
  ['arrow-pipeline', 'src/pipeline/infrastructure/asks-documents.ts', '../../documents/application/target.js'],
  ['arrow-llm', 'src/llm/infrastructure/asks-search.ts', '../../search/application/target.js'],
  ['arrow-cbr', 'src/cbr/infrastructure/asks-documents.ts', '../../documents/application/target.js'],
  ['arrow-fact-check', 'src/fact-check/infrastructure/asks-the-pipeline.ts', '../../pipeline/application/target.js'],
  ['arrow-openai-api', 'src/openai-api/infrastructure/asks-cases.ts', '../../cbr/application/target.js'],
  ['arrow-feedback', 'src/feedback/infrastructure/asks-documents.ts', '../../documents/application/target.js'],
  ['arrow-backup', 'src/backup/infrastructure/asks-documents.ts', '../../documents/application/target.js'],
  ['arrow-audit', 'src/audit/infrastructure/asks-the-pipeline.ts', '../../pipeline/application/target.js'],
  ['arrow-mcp', 'src/mcp/infrastructure/asks-the-writer.ts', '../../llm/application/target.js'],
  ['arrow-agent-factory', 'src/agent-factory/infrastructure/asks-search.ts', '../../search/application/target.js'],
  ['arrow-test-automation', 'src/test-automation/infrastructure/asks-cases.ts', '../../cbr/domain/target.js'],
  ['arrow-insights', 'src/insights/infrastructure/asks-documents.ts', '../../documents/application/target.js'],
  ['arrow-examples', 'src/examples/infrastructure/asks-the-writer.ts', '../../llm/application/target.js'],
  ['arrow-webhooks', 'src/webhooks/infrastructure/asks-search.ts', '../../search/application/target.js'],
  ['arrow-group-preview', 'src/group-preview/infrastructure/asks-search.ts', '../../search/application/target.js'],
  ['arrow-setup', 'src/setup/infrastructure/asks-documents.ts', '../../documents/application/target.js'],
  ['lru-cache-wraps-one-package', 'src/shared/domain/lru-cache.ts', 'semver'],
  ['one-lru-cache', 'src/documents/infrastructure/makes-a-cache.ts', 'lru-cache'],
  ['one-outgoing-client', 'src/llm/infrastructure/calls-by-itself.ts', 'node:https'],
  ['one-outgoing-client', 'src/search/infrastructure/opens-a-socket.ts', 'node:net'],
  ['pages-stand-alone', 'src/web/pages/takes-the-server.ts', '../../documents/domain/target.js'],
  ['pages-stand-alone', 'src/web/pages/takes-a-package.ts', 'semver'],
  ['server-without-pages', 'src/web/takes-a-page.ts', './pages/target.js'],
  ['room-search-query', 'src/search/query/domain/opens-another-room.ts', '../../index-postgres/domain/target.js'],
  [
    'room-search-known-item',
    'src/search/known-item/domain/opens-another-room.ts',
    '../../index-postgres/domain/target.js',
  ],
  [
    'room-search-embedding',
    'src/search/embedding/domain/opens-another-room.ts',
    '../../index-postgres/domain/target.js',
  ],
  ['room-search-ranking', 'src/search/ranking/domain/opens-another-room.ts', '../../index-postgres/domain/target.js'],
  ['room-search-rerank', 'src/search/rerank/domain/opens-another-room.ts', '../../index-postgres/domain/target.js'],
  [
    'room-search-maintenance',
    'src/search/maintenance/domain/opens-another-room.ts',
    '../../index-postgres/domain/target.js',
  ],
  [
    'room-search-index-memory',
    'src/search/index-memory/domain/opens-another-room.ts',
    '../../index-postgres/domain/target.js',
  ],
  [
    'room-search-index-postgres',
    'src/search/index-postgres/domain/opens-another-room.ts',
    '../../index-memory/domain/target.js',
  ],
  ['room-search-application', 'src/search/application/opens-another-room.ts', '../index-postgres/domain/target.js'],
  ['room-search-interface', 'src/search/interface/opens-another-room.ts', '../index-postgres/domain/target.js'],
  ['shared-of-search', 'src/search/domain/opens-a-room.ts', '../query/domain/target.js'],
  [
    'room-test-automation-datasets',
    'src/test-automation/datasets/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-personas',
    'src/test-automation/personas/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-targets',
    'src/test-automation/targets/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-questions',
    'src/test-automation/questions/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-judge',
    'src/test-automation/judge/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-attribution',
    'src/test-automation/attribution/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-sessions',
    'src/test-automation/sessions/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-improvement',
    'src/test-automation/improvement/domain/opens-another-room.ts',
    '../../reports/domain/target.js',
  ],
  [
    'room-test-automation-reports',
    'src/test-automation/reports/domain/opens-another-room.ts',
    '../../improvement/domain/target.js',
  ],
  ['shared-of-test-automation', 'src/test-automation/domain/opens-a-room.ts', '../datasets/domain/target.js'],
  [
    'room-search-ranking',
    'src/search/ranking/application/opens-the-index-in-memory.ts',
    '../../index-memory/domain/target.js',
  ],
  [
    'room-search-index-memory',
    'src/search/index-memory/domain/opens-the-other-index.ts',
    '../../index-postgres/domain/target.js',
  ],
  [
    'room-test-automation-sessions',
    'src/test-automation/sessions/application/opens-improvement.ts',
    '../../improvement/domain/target.js',
  ],
  ['domain-is-pure', 'src/search/ranking/domain/takes-a-builtin.ts', 'node:fs'],
  ['domain-is-pure', 'src/documents/sources/domain/takes-a-package.ts', 'semver'],
  ['application-imports', 'src/search/ranking/application/takes-infrastructure.ts', '../infrastructure/target.js'],
  [
    'infrastructure-not-interface',
    'src/test-automation/reports/infrastructure/takes-interface.ts',
    '../interface/target.js',
  ],
  [
    'infrastructure-other-features-application-only',
    'src/documents/infrastructure/takes-an-adapter-of-a-room.ts',
    '../../search/ranking/infrastructure/target.js',
  ],
  ['interface-imports', 'src/test-automation/reports/interface/takes-infrastructure.ts', '../infrastructure/target.js'],
  ['no-circular', 'src/jobs/domain/circle-a.ts', './circle-b.js'],
];

/** Imports that the design allows: no rule may mistake them for one of the above. */
const ALLOWED: readonly (readonly [file: string, imported: string])[] = [
  ['src/documents/domain/takes-its-own.ts', './target.js'],
  ['src/documents/domain/takes-shared-domain.ts', '../../shared/domain/target.js'],
  ['src/documents/domain/tested-with-a-package.spec.ts', 'fast-check'],
  ['src/documents/application/takes-its-domain.ts', '../domain/target.js'],
  ['src/documents/infrastructure/takes-a-package.ts', 'semver'],
  ['src/documents/infrastructure/asks-search.ts', '../../search/application/target.js'],
  ['src/documents/interface/takes-its-application.ts', '../application/target.js'],
  ['src/documents/interface/takes-a-guard.ts', '../../access/interface/target.js'],
  ['src/taxonomy/infrastructure/asks-search.ts', '../../search/application/target.js'],
  ['src/pipeline/infrastructure/asks-search.ts', '../../search/application/target.js'],
  ['src/shared/infrastructure/outgoing/is-the-client.ts', 'node:http'],
  ['src/shared/interface/serves.ts', 'node:http'],
  ['src/web/pages/takes-a-part.tsx', './target.js'],
  ['src/text/tokens/takes-its-own.ts', '../target.js'],
  ['src/text/tested-with-a-package.spec.ts', 'fast-check'],
  ['src/shared/domain/reads-text.ts', '../../text/target.js'],
  ['src/documents/domain/reads-text.ts', '../../text/target.js'],
  ['src/test-automation/domain/judge/reads-text.ts', '../../../text/target.js'],
  ['src/pipeline/application/reads-text.ts', '../../text/target.js'],
  ['src/cbr/infrastructure/reads-text.ts', '../../text/target.js'],
  ['src/cbr/interface/reads-text.ts', '../../text/target.js'],
  ['src/search/ranking/domain/takes-a-question.ts', '../../query/domain/target.js'],
  ['src/search/ranking/domain/takes-what-rooms-share.ts', '../../domain/target.js'],
  ['src/search/index-memory/infrastructure/takes-the-ranking.ts', '../../ranking/application/target.js'],
  ['src/test-automation/judge/domain/takes-a-question.ts', '../../questions/domain/target.js'],
  ['src/documents/infrastructure/asks-a-room-of-search.ts', '../../search/ranking/application/target.js'],
  ['src/health/infrastructure/asks-a-shared-adapter.ts', '../../shared/infrastructure/target.js'],
];

const TARGET_FEATURES = ['documents', 'search', 'pipeline', 'cbr', 'llm', 'access', 'shared', 'test-automation'];
/** Sub-rooms with their own layers. */
const TARGET_ROOMS = [
  'search/query',
  'search/known-item',
  'search/embedding',
  'search/ranking',
  'search/rerank',
  'search/maintenance',
  'search/index-memory',
  'search/index-postgres',
  'test-automation/datasets',
  'test-automation/personas',
  'test-automation/targets',
  'test-automation/questions',
  'test-automation/judge',
  'test-automation/attribution',
  'test-automation/sessions',
  'test-automation/improvement',
  'test-automation/reports',
];
const LAYERS = ['domain', 'application', 'infrastructure', 'interface'];

function plant(folder: string, file: string, text: string): void {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

function plantAll(folder: string): void {
  plant(
    folder,
    'tsconfig.json',
    '{ "compilerOptions": { "target": "ES2023", "module": "NodeNext", "moduleResolution": "NodeNext" } }',
  );
  plant(folder, 'package.json', '{ "type": "module" }');
  for (const feature of [...TARGET_FEATURES, ...TARGET_ROOMS]) {
    for (const layer of LAYERS) plant(folder, `src/${feature}/${layer}/target.ts`, 'export const target = 1;\n');
  }
  plant(folder, 'src/text/target.ts', 'export const target = 1;\n');
  plant(folder, 'src/web/pages/target.ts', 'export const target = 1;\n');
  for (const [file, imported] of [...FORBIDDEN.map(([, f, i]) => [f, i] as const), ...ALLOWED]) {
    plant(folder, file, `import * as taken from '${imported}';\nexport const used = taken;\n`);
  }
  plant(folder, 'src/jobs/domain/circle-b.ts', "import { used } from './circle-a.js';\nexport const back = used;\n");
}

describe('layers and arrows of the design', () => {
  let folder: string;
  let planted: Report;
  let real: Report;

  beforeAll(async () => {
    mkdirSync(path.join(root, '.cache'), { recursive: true });
    folder = mkdtempSync(path.join(root, '.cache', 'planted-'));
    plantAll(folder);
    [planted, real] = await Promise.all([cruise(folder), cruise(root)]);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('hold in the source, all of which was read', () => {
    expect(real.violations.map((v) => `${v.rule.name}: ${v.from} -> ${v.to}`)).toEqual([]);
    expect(real.totalCruised).toBeGreaterThan(200);
  });

  it.each(FORBIDDEN)('%s is violated by %s with %s', (rule, file) => {
    expect(planted.violations.filter((v) => v.from === file).map((v) => v.rule.name)).toContain(rule);
  });

  it.each(ALLOWED)('%s may import %s', (file) => {
    expect(planted.violations.filter((v) => v.from === file)).toEqual([]);
  });

  it('have no rule that was never seen to fail', () => {
    const config = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] };
    const seen = new Set(FORBIDDEN.map(([rule]) => rule));
    expect(config.forbidden.map((rule) => rule.name).filter((name) => !seen.has(name))).toEqual([]);
  });
});
