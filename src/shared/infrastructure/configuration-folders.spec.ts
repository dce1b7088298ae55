import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configurationFile, configurationFolders, projectRoot } from './configuration-folders.js';

describe('configurationFile', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'configuration-'));
  const program = path.join(projectRoot(), 'data', 'config');
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it("is the program's until there is one of the organisation", () => {
    expect(configurationFile(dataDir, 'redaction.json')).toBe(path.join(program, 'redaction.json'));
    const own = path.join(dataDir, 'config');
    mkdirSync(own);
    writeFileSync(path.join(own, 'redaction.json'), '{}');
    expect(configurationFile(dataDir, 'redaction.json')).toBe(path.join(own, 'redaction.json'));
    expect(configurationFile(dataDir, 'llm-prices.json')).toBe(path.join(program, 'llm-prices.json'));
  });

  it('is looked for once where both folders are one', () => {
    expect(configurationFolders(path.join(projectRoot(), 'data'))).toEqual([program]);
  });
});
