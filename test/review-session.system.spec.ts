import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from './support/application.js';

const COMMAND = path.join(import.meta.dirname, '..', 'src', 'review-session.js');
const SESSION = 'ses_review';

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** The command with its input as a pipe, which is written at once. */
function command(dataFolder: string, args: readonly string[], input = ''): Promise<Ended> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataFolder };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [COMMAND, ...args], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ code, output: `${stdout}${stderr}` });
    });
    child.stdin?.end(input);
  });
}

const row = (id: string, verdict: string, query: string) => ({
  result_id: id,
  query,
  answer: `답변 ${id}`,
  gold: { quote: `근거 ${id}`, answerable: true },
  verdict,
});

/** A data folder with the results of a session that has ended. */
function folderWith(rows: readonly object[]): string {
  const dataFolder = temporaryFolder();
  const folder = path.join(dataFolder, 'output', 'test_sessions', SESSION);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'results.jsonl'), rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return dataFolder;
}

const ROWS = [
  row('r1', 'success', '휴학은 언제까지 신청하나요?'),
  row('r2', 'success', 'How long is leave?'),
  row('r3', 'failure', '이용료는 얼마인가요?'),
  row('r4', 'failure', 'Who decides?'),
];

const labelArgs = (reviewer: string) => ['label', SESSION, '--reviewer', reviewer];

describe('npm run review-session', () => {
  let folder = '';
  const labelsOf = (reviewer: string): Record<string, string> =>
    JSON.parse(
      readFileSync(path.join(folder, 'output', 'test_sessions', SESSION, 'reviews', `${reviewer}.json`), 'utf8'),
    ) as Record<string, string>;
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('keeps every label of a piped input, shows no verdict, and reports the agreement of people and judge', async () => {
    folder = folderWith(ROWS);
    const ann = await command(folder, labelArgs('ann'), 's\nf\np\ns\n');
    expect([ann.code, ann.output]).toEqual([0, expect.stringContaining("All 4 rows have a label of 'ann'.")]);
    expect(ann.output).toContain('휴학은 언제까지 신청하나요?');
    expect(ann.output).not.toContain('"verdict"');
    expect(Object.values(labelsOf('ann'))).toEqual(['success', 'failure', 'partial', 'success']);
    await command(folder, labelArgs('ben'), 's\nf\nf\ns\n');
    const { code, output } = await command(folder, ['report', SESSION]);
    expect(code).toBe(0);
    expect(output).toMatch(/^ann and ben: three labels: 75\.0 % of 4 rows alike; kappa 0\.\d\d \[/mu);
    expect(output).toMatch(/^ann and judge: three labels: /mu);
    expect(output).toMatch(/^ben and judge: passed or not: /mu);
  });

  it('ends with 2 where the input ends early, says what is missing, and continues with the same command', async () => {
    folder = folderWith(ROWS);
    const first = await command(folder, labelArgs('ann'), 's\nwhat\nf');
    expect([first.code, first.output]).toEqual([2, expect.stringContaining("2 of 4 rows have no label of 'ann' yet")]);
    expect(first.output).toContain("'what' is not a label");
    expect(Object.keys(labelsOf('ann'))).toHaveLength(2);
    expect((await command(folder, labelArgs('ann'), 'q\n')).code).toBe(0);
    expect((await command(folder, labelArgs('ann'), 'p\np\n')).code).toBe(0);
    expect(Object.values(labelsOf('ann'))).toEqual(['success', 'failure', 'partial', 'partial']);
    expect((await command(folder, labelArgs('ann'))).code).toBe(0);
  });

  it('prints no interval that cannot be computed', async () => {
    folder = folderWith([row('r1', 'failure', '언제인가요?')]);
    await command(folder, labelArgs('ann'), 's\n');
    await command(folder, labelArgs('ben'), 's\n');
    const { output } = await command(folder, ['report', SESSION]);
    expect(output).toContain('ann and ben: three labels: 100.0 % of 1 rows alike; kappa not available');
    expect(output).toContain('ann and judge: three labels: 0.0 % of 1 rows alike; kappa 0.00, interval not available');
    expect(output).not.toContain('[0.00, 0.00]');
  });

  it('ends with 2 for a session without results, and for a report without labels', async () => {
    folder = folderWith([]);
    expect((await command(folder, ['label', 'ses_none', '--reviewer', 'ann'])).code).toBe(2);
    expect(await command(folder, ['report', SESSION])).toMatchObject({
      code: 2,
      output: expect.stringContaining('Nobody has labelled this session yet'),
    });
  });
});
