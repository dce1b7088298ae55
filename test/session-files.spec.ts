import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, ValidateFunction } from 'ajv';
import { EndedSession } from '../src/test-automation/sessions/application/run-to-completion.js';
import { type RunningApplication, startApplication } from './support/application.js';
import { runYardSession, storeYard } from './support/yard.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';
import { SessionReports } from '../src/test-automation/sessions/domain/session-artifacts.js';

const FOLDER = path.join(projectRoot(), 'data', 'config', 'schemas');
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
for (const file of readdirSync(FOLDER)) ajv.addSchema(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')));

function schemaOf(name: string): ValidateFunction {
  const validate = ajv.getSchema(`${name}.schema.json`);
  if (validate === undefined) throw new Error(`There is no schema ${name}.`);
  return validate;
}

function faults(name: string, value: unknown): readonly string[] {
  const validate = schemaOf(name);
  validate(value);
  return (validate.errors ?? []).slice(0, 5).map((e) => `${name}${e.instancePath} ${e.message ?? ''}`);
}

const whole = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const rows = (file: string): any[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** Regulations of the same yard, in Korean. */
const KOREAN = [
  ['공구', '관리팀'],
  ['기숙사', '생활지원팀'],
  ['도서관', '학술정보팀'],
  ['실험실', '안전관리팀'],
  ['체육관', '체육지원팀'],
  ['주차장', '총무팀'],
].map(([name, team], i) => ({
  document_id: `ko-${i}`,
  title: `${name} 이용 규정`,
  canonical_path: ['규정', name],
  text: [
    `제1조(이용 신청) ① ${name}을 이용하려는 사람은 이용일 ${i + 3}일 전까지 ${team}에 신청한다.`,
    `제2조(이용 기간) ${name}의 이용 기간은 ${i + 12}일로 한다. 다만, 방학 중에는 ${i + 20}일로 한다.`,
    `제3조(이용료) ${name}의 이용료는 한 번에 ${i + 2}만원으로 한다.`,
    `제4조(이용 정지) 규정을 ${i + 2}회 이상 위반한 사람은 ${i + 5}개월 동안 이용할 수 없다.`,
  ].join('\n\n'),
}));

describe.each(['en', 'ko'] as const)('the files of a session in %s', (language) => {
  let running: RunningApplication;
  let ended: EndedSession;
  let folder: string;
  let output: string;
  beforeAll(async () => {
    running = await startApplication();
    if (language === 'en') await storeYard(running);
    else for (const document of KOREAN) expect((await running.post('/documents', document)).statusCode).toBe(201);
    const order = language === 'en' ? {} : { personaSet: 'university', queriesPerPersona: 3 };
    ended = await runYardSession(running, { order });
    output = path.join(running.dataFolder, 'output');
    folder = path.join(output, 'test_sessions', ended.complete.session.sessionId);
  });
  afterAll(() => running.stop());

  it.each(['session', 'personas', 'questions', 'report'])('%s.json is what its schema says', (name) => {
    expect(faults(name, whole(path.join(folder, `${name}.json`)))).toEqual([]);
  });

  it.each(['session', 'personas', 'questions', 'report'])('%s.json names its members in snake_case', (name) => {
    const named = readFileSync(path.join(folder, `${name}.json`), 'utf8').match(/"[a-z]+[A-Z][A-Za-z]*":/gu);
    expect(named ?? []).toEqual([]);
  });

  it('results.jsonl and traces.jsonl are what their schemas say, row by row', () => {
    const results = rows(path.join(folder, 'results.jsonl'));
    const traces = rows(path.join(folder, 'traces.jsonl'));
    expect(results.length).toBe(ended.complete.results.length);
    expect(traces.map((t) => t.result_id)).toEqual(results.map((r) => r.result_id));
    expect(results.flatMap((row) => faults('result', row))).toEqual([]);
    expect(traces.flatMap((row) => faults('trace', row))).toEqual([]);
    // What the schemas allow to be empty is there: answers, sources, claims with quotes, traces.
    for (const has of ['answer', 'trace_id']) expect(results.every((row) => row[has] !== null)).toBe(true);
    expect(results.some((row) => row.sources.length > 0 && row.fact_checks.some((c: any) => c.quote !== null))).toBe(
      true,
    );
    expect(traces.every((row) => row.events.length >= 8)).toBe(true);
  });

  it('improvement_plan.json is what its schema says', () => {
    expect(faults('improvement_plan', whole(path.join(output, 'improvement_plan.json')))).toEqual([]);
  });

  it('report.md shows pictures that are there, in the language of the questions', async () => {
    const text = readFileSync(path.join(folder, 'report.md'), 'utf8');
    const pictures = [...text.matchAll(/!\[[^\]]+\]\((charts\/[^)]+)\)/gu)].map((m) => m[1] ?? '');
    const wanted = ['success-by-persona', 'success-by-difficulty', 'trend', 'scores'].map((id) => `charts/${id}.svg`);
    expect(pictures).toEqual(expect.arrayContaining(wanted));
    for (const picture of pictures) {
      expect(existsSync(path.join(folder, picture))).toBe(true);
      expect(readFileSync(path.join(folder, picture), 'utf8')).toMatch(/^<svg[^>]*>[\s\S]*<\/svg>$/u);
    }
    const heads = text.split('\n').filter((line) => line.startsWith('## '));
    expect(heads).toHaveLength(8);
    expect(heads[1]).toBe(language === 'ko' ? '## 2. 컴포넌트 단위 테스트' : '## 2. Component unit tests');
    const reports = running.app.get(SessionReports, { strict: false });
    expect(await reports.render(ended.complete, 'markdown')).toBe(text);
  });

  it('report.html draws the same pictures inside itself and calls nothing', () => {
    const html = readFileSync(path.join(folder, 'report.html'), 'utf8');
    expect(html.match(/src="data:image\/svg\+xml;base64,/gu)?.length).toBe(
      readdirSync(path.join(folder, 'charts')).length,
    );
    expect(html).not.toMatch(/src="(?!data:)|<script/u);
    expect(html).toContain(`<html lang="${language}">`);
  });
});

describe('the schemas', () => {
  const row = { result_id: 'r', verdict: 'success' };

  it('refuse a row without its parts', () => {
    expect(faults('result', row).length).toBeGreaterThan(0);
    expect(faults('session', {}).length).toBeGreaterThan(0);
    expect(faults('trace', { result_id: 'r', events: [{ component: 'x' }] }).length).toBeGreaterThan(0);
  });

  it.each(['session', 'personas', 'questions', 'result', 'trace'])('refuse a member that %s does not have', (name) => {
    const validate = schemaOf(name);
    validate({ surprise: 1 });
    expect(validate.errors?.map(({ keyword }) => keyword)).toContain('additionalProperties');
  });
});
