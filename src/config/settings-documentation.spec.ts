import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Environment, readEnvironment, settingNames } from './environment.js';
import { projectRoot } from '../shared/infrastructure/configuration-folders.js';

const read = (...name: string[]) => readFileSync(path.join(projectRoot(), ...name), 'utf8');
const names = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);

const ROW = /^\| `([A-Z][A-Z0-9_]+)` \|/gmu;
const LINE = /^#?([A-Z][A-Z0-9_]+)=/gmu;
/** Settings whose default depends on the machine: its time zone, and whether the output is a terminal. */
const BY_MACHINE = ['TIME_ZONE', 'LOG_FORMAT'];

const fields = settingNames();
const example = read('.env.example');

describe('the settings', () => {
  it('have one row each in src/config/README.md, without rows of removed settings', () => {
    expect(fields.length).toBeGreaterThan(70);
    expect(names(read('src', 'config', 'README.md'), ROW).sort()).toEqual([...fields].sort());
  });

  it('have one line each in .env.example, without lines of removed settings', () => {
    expect(names(example, LINE).sort()).toEqual([...fields].sort());
  });

  it('have their defaults in .env.example: with all its lines the server reads the same settings as without the file', () => {
    const values = Object.fromEntries(
      [...example.matchAll(/^#?([A-Z0-9_]+)=(.*)$/gmu)].map(([, name = '', value = '']) => [name, value]),
    );
    const budgets = { LLM_BUDGET_REQUEST_USD: 0.5, LLM_BUDGET_DAY_USD: 10 };
    const expected = { ...new Environment(), ...budgets };
    for (const [name, value] of Object.entries(readEnvironment(values)))
      if (!BY_MACHINE.includes(name)) expect({ name, value }).toEqual({ name, value: expected[name as 'HOST'] });
  });
});
