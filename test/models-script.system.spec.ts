import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findModel } from '../src/search/infrastructure/models/model-folder.js';
import { writeTinyModel } from './support/tiny-model.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

const script = path.join(projectRoot(), '.config/models.mjs');

describe('npm run models', () => {
  let folder: string;
  let hub: Server;
  let hubUrl: string;
  let asked: string[];
  /** Sends half of a file with this name and then ends the connection. */
  let broken: string | undefined;

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-hub-'));
    asked = [];
    broken = undefined;
    writeTinyModel(path.join(folder, 'hub/tiny/e5/resolve/main'), { weights: new Uint8Array(5000).fill(7) });
    hub = createServer((request, response) => {
      const file = path.join(folder, 'hub', request.url ?? '');
      asked.push(request.url ?? '');
      if (!existsSync(file)) {
        response.writeHead(404).end();
        return;
      }
      const content = readFileSync(file);
      response.writeHead(200, { 'content-length': content.length });
      if (broken !== undefined && file.endsWith(broken)) {
        response.write(content.subarray(0, content.length / 2), () => response.destroy());
      } else response.end(content);
    });
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
    hubUrl = `http://127.0.0.1:${(hub.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    hub.closeAllConnections();
    await new Promise((resolve) => hub.close(resolve));
    rmSync(folder, { recursive: true, force: true });
  });

  const dataDir = () => path.join(folder, 'data');
  function run(options: string[], more: Record<string, string> = {}): Promise<{ code: number | null; output: string }> {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HF_ENDPOINT: hubUrl,
      DATA_DIR: dataDir(),
      EMBEDDING_MODEL: 'tiny/e5',
      ...more,
    };
    const child = spawn(process.execPath, [script, '--models-only', ...options], { env });
    let output = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (output += part.toString()));
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
  }

  it('downloads a model so that the server finds it, and does nothing when it is there', async () => {
    const first = await run(['embedding']);
    expect(first).toMatchObject({ code: 0 });
    expect(findModel('embedding', { model: 'tiny/e5', dataDir: dataDir() })).toMatchObject({
      folder: path.join(dataDir(), 'models/tiny/e5'),
      quantized: false,
      externalData: false,
    });
    expect(readFileSync(path.join(dataDir(), 'models/tiny/e5/onnx/model.onnx'))).toHaveLength(5000);
    asked = [];
    expect(await run(['embedding'])).toMatchObject({ code: 0 });
    expect(asked).toEqual([]);
  });

  it('has `npm start` take the embedding that it brought, where it is asked to', async () => {
    const choice = path.join(dataDir(), 'models/embedding-provider');
    expect(await run(['embedding'])).toMatchObject({ code: 0 });
    expect(existsSync(choice)).toBe(false);
    expect(await run(['embedding', '--use'])).toMatchObject({ code: 0, output: expect.stringContaining('npm start') });
    expect(readFileSync(choice, 'utf8')).toBe('local\n');
    expect(await run(['reranker', '--use'], { RERANKER_MODEL: 'tiny/e5' })).toMatchObject({ code: 1 });
  });

  it('chooses nothing where the download failed', async () => {
    expect(await run(['embedding', '--use'], { HF_ENDPOINT: 'http://127.0.0.1:9' })).toMatchObject({ code: 1 });
    expect(existsSync(path.join(dataDir(), 'models/embedding-provider'))).toBe(false);
  });

  it('downloads what the settings ask for', async () => {
    const { code } = await run([], { EMBEDDING_PROVIDER: 'local' });
    expect(code).toBe(0);
    expect(asked.every((url) => url.startsWith('/tiny/e5/'))).toBe(true);
  });

  it('leaves nothing that looks like a model when a download breaks off, and resumes where it stopped', async () => {
    broken = 'model.onnx';
    const { code, output } = await run(['embedding']);
    expect(code).toBe(1);
    expect(output).toContain('onnx/model.onnx could not be downloaded');
    expect(output).toContain('tokenizer_config.json');
    expect(readdirSync(path.join(dataDir(), 'models/tiny/e5/onnx'))).not.toContain('model.onnx');
    expect(() => findModel('embedding', { model: 'tiny/e5', dataDir: dataDir() })).toThrow('missing: onnx/model.onnx');
    broken = undefined;
    asked = [];
    expect(await run(['embedding'])).toMatchObject({ code: 0 });
    expect(asked.filter((url) => url.endsWith('tokenizer.json'))).toEqual([]);
  });

  it('prints the manual steps without a network', async () => {
    const { code, output } = await run(['embedding'], { HF_ENDPOINT: 'http://127.0.0.1:9' });
    expect(code).toBe(1);
    expect(output).toContain(`into ${path.join(dataDir(), 'models/tiny/e5')}:`);
    expect(output).toContain('EMBEDDING_MODEL to a folder');
  });

  it('says that a model is not published in the form that it needs', async () => {
    expect(await run(['embedding', '--quantized'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('tiny/e5 has no onnx/model_quantized.onnx'),
    });
  });

  it('takes a folder as it is, and refuses words that it does not know', async () => {
    mkdirSync(path.join(folder, 'own'));
    writeFileSync(path.join(folder, 'own/config.json'), '{}');
    expect(await run(['embedding'], { EMBEDDING_MODEL: path.join(folder, 'own') })).toMatchObject({ code: 0 });
    expect(await run(['everything'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('everything is not known'),
    });
    expect(asked).toEqual([]);
  });
});
