import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './support/application.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

interface Terminal {
  readonly input: PassThrough & { isTTY?: boolean };
  readonly output: PassThrough & { isTTY?: boolean };
}
interface Offer {
  readonly chooseEmbedding: (
    options: Terminal & { env: Record<string, string>; bring: () => void; limitMs?: number },
  ) => Promise<void>;
}
const script = pathToFileURL(path.join(projectRoot(), '.config/offer-model.mjs')).href;
const { chooseEmbedding } = (await import(script)) as Offer;

describe('the question of a first start', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = temporaryFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

  function terminal({ isTTY = true } = {}): Terminal {
    return { input: Object.assign(new PassThrough(), { isTTY }), output: Object.assign(new PassThrough(), { isTTY }) };
  }
  function bring(): void {
    mkdirSync(path.join(dataDir, 'models'));
    writeFileSync(path.join(dataDir, 'models/embedding-provider'), 'local\n');
  }
  async function start(
    answer: string | undefined,
    {
      env = {},
      on = terminal(),
      limitMs = 10_000,
    }: { env?: Record<string, string>; on?: Terminal; limitMs?: number } = {},
  ): Promise<{ asked: boolean; provider: string | undefined }> {
    const all: Record<string, string> = { DATA_DIR: dataDir, ...env };
    let asked = '';
    on.output.on('data', (part: Buffer) => (asked += part.toString()));
    if (answer !== undefined) on.input.write(answer);
    await chooseEmbedding({ env: all, ...on, bring, limitMs });
    return { asked: asked.includes('Download it?'), provider: all['EMBEDDING_PROVIDER'] };
  }

  it.each(['y\n', 'Yes\n', '예\n'])(
    'brings the model for %j and takes it, at later starts without a question',
    async (yes) => {
      expect(await start(yes)).toEqual({ asked: true, provider: 'local' });
      expect(await start(undefined)).toEqual({ asked: false, provider: 'local' });
    },
  );

  it.each(['\n', 'n\n', 'maybe\n'])('takes %j as no', async (answer) => {
    expect(await start(answer)).toEqual({ asked: true, provider: undefined });
    expect(existsSync(path.join(dataDir, 'models'))).toBe(false);
  });

  it('takes no answer in time as no', async () => {
    expect(await start(undefined, { limitMs: 20 })).toEqual({ asked: true, provider: undefined });
  });

  it.each([
    { CI: 'true' },
    { MODEL_OFFER: 'false' },
    { EMBEDDING_PROVIDER: 'builtin' },
    { DATABASE_URL: 'postgres://x' },
  ])('does not ask where a setting says enough: %j', async (env) => {
    expect((await start('y\n', { env })).asked).toBe(false);
  });

  it('does not ask without a terminal, nor over a store that is there', async () => {
    expect((await start('y\n', { on: terminal({ isTTY: false }) })).asked).toBe(false);
    writeFileSync(path.join(dataDir, 'documents.db'), '');
    expect((await start('y\n')).asked).toBe(false);
  });

  it('leaves a provider alone that the settings name', async () => {
    bring();
    expect((await start(undefined, { env: { EMBEDDING_PROVIDER: 'openai' } })).provider).toBe('openai');
  });
});
