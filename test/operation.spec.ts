import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load, loadAll } from 'js-yaml';
import { type RunningApplication, startApplication } from './support/application.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const folder = path.join(projectRoot(), '.docker');
const read = (...parts: string[]): string => readFileSync(path.join(folder, ...parts), 'utf8');

/** Names of series, with the endings that a histogram gives its name taken off. */
function metricsIn(text: string): string[] {
  const names = text.match(/touchstone_[a-z0-9_]+/gu) ?? [];
  return [...new Set(names.map((name) => name.replace(/_(?:bucket|sum|count)$/u, '')))];
}

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Record<string, string>;
  readonly annotations: Record<string, string>;
}

const rules = (load(read('prometheus', 'alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

describe('the basis of operation', () => {
  let running: RunningApplication;
  let served: Set<string>;
  beforeAll(async () => {
    // A taxonomy service that does not answer: its metrics exist only if one is configured.
    running = await startApplication({ TAXONOMY_BASE: 'http://127.0.0.1:9' });
    await running.post('/documents', {
      document_id: 'a',
      title: 'Tides',
      text: 'High tide is at six.',
      canonical_path: ['A'],
    });
    await running.post('/chat/run', { message: 'When is high tide?', filters: { allowed_category_paths: [['A']] } });
    const { body } = await running.call({ method: 'GET', url: '/metrics' });
    served = new Set([...body.matchAll(/^# TYPE (\S+)/gmu)].map(([, name]) => name ?? ''));
  });
  afterAll(() => running.stop());

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    'alert %s asks for figures that are given',
    (_name, rule) => {
      const names = metricsIn(rule.expr);
      if (!/\bup\{/u.test(rule.expr)) expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !served.has(name))).toEqual([]);
      expect(rule.labels.severity).toMatch(/^(critical|high|medium|low)$/u);
      expect(Object.keys(rule.annotations)).toEqual(['summary', 'action']);
    },
  );

  it('has an alert for each threshold of the specification', () => {
    const stated = rules.filter((rule) => rule.labels.from === 'specification').map((rule) => rule.alert);
    expect(stated).toEqual(
      expect.arrayContaining([
        'PipelineLatencyCritical',
        'PipelineLatencyHigh',
        'CaseSuggestionsSlow',
        'FilterSlow',
        'AgentErrors',
        'CaseSuccessLow',
      ]),
    );
  });

  it('has panels on the dashboard for figures that are given', () => {
    const names = metricsIn(read('grafana', 'dashboards', 'touchstone.json'));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !served.has(name))).toEqual([]);
  });

  it('counts the filter and reports its time', async () => {
    await running.post('/search', { query: 'tide', filters: { allowed_category_paths: [['..']] } });
    const { body } = await running.call({ method: 'GET', url: '/metrics' });
    expect(body).toMatch(/^touchstone_filter_blocked_total\{kind="path_traversal"\} 1$/mu);
    expect(body).toMatch(/^touchstone_filter_requests_total [1-9]/mu);
    expect(body).toMatch(/^touchstone_filter_duration_seconds_count [1-9]/mu);
  });
});

describe('its deployment files', () => {
  const deployment = readFileSync(path.join(projectRoot(), 'docker-compose.yml'), 'utf8');
  const kubernetes = readdirSync(path.join(folder, 'kubernetes')).flatMap((file) => loadAll(read('kubernetes', file)));

  it('has no password and no key by default', () => {
    const compose = load(deployment) as { services: Record<string, { environment?: Record<string, string> }> };
    for (const service of Object.values(compose.services))
      for (const [name, value] of Object.entries(service.environment ?? {}))
        if (/KEY|PASSWORD|SECRET/u.test(name)) expect(value).toMatch(/^\$\{[A-Z_]+:(\?.+|-|\+\/run\/secrets\/\w+)\}$/u);
    expect(JSON.stringify(kubernetes)).not.toMatch(/"name":"ADMIN_API_KEY","value"/u);
  });

  it('runs without rights and without writing outside its data', () => {
    const text = JSON.stringify(kubernetes);
    for (const wanted of ['"runAsNonRoot":true', '"readOnlyRootFilesystem":true', '"drop":["ALL"]'])
      expect(text).toContain(wanted);
    expect(read('Dockerfile')).toMatch(/^USER node$/mu);
    expect(deployment).toContain('read_only: true');
  });

  it('starts with at most one thread of V8 for each processor but the first, and collects the young generation in small portions', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    const [image, unit] = [
      /^CMD (.+)$/mu.exec(read('Dockerfile'))?.[1],
      /`ExecStart=(.+?)`/u.exec(readFileSync(path.join(projectRoot(), '.docker', 'README.md'), 'utf8'))?.[1],
    ];
    for (const start of [scripts.start, scripts['start:built'], image, unit])
      expect(start).toMatch(/--v8-pool-size=0\b.+--max-semi-space-size=8\b/u);
  });

  it('lets the allocator give large memory back that was freed', () => {
    const settings = /\bMALLOC_MMAP_THRESHOLD_=1000000 MALLOC_TRIM_THRESHOLD_=4000000\b/u;
    expect(/^ENV (MALLOC.+)$/mu.exec(read('Dockerfile'))?.[1]).toMatch(settings);
    expect(
      /^\| systemd \|.+$/mu.exec(readFileSync(path.join(projectRoot(), '.docker', 'README.md'), 'utf8'))?.[0],
    ).toMatch(settings);
  });

  it('copies nothing into the image that is not there', () => {
    const own = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gmu)].flatMap(([, names]) =>
      (names ?? '').split(' '),
    );
    const there = new Set([
      ...readdirSync(projectRoot()),
      ...readdirSync(path.join(projectRoot(), 'data')).map((name) => `data/${name}`),
    ]);
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((name) => !there.has(name))).toEqual([]);
    // The build context contains only the files that .dockerignore admits.
    const context = new Set(
      readFileSync(path.join(projectRoot(), '.dockerignore'), 'utf8')
        .split('\n')
        .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])),
    );
    expect(own.filter((name) => !context.has(name))).toEqual([]);
  });
});
