import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_PERSONA_SET } from '../domain/persona-sets.js';
import { JsonPersonaSets } from './json-persona-sets.js';

describe('JsonPersonaSets', () => {
  it('has the ten people of the specification, and five of the handbook', async () => {
    const sets = new JsonPersonaSets();
    expect(await sets.names()).toEqual(expect.arrayContaining(['handbook', DEFAULT_PERSONA_SET]));
    const ten = (await sets.find(DEFAULT_PERSONA_SET)) ?? [];
    expect(ten.map((p) => p.name)).toEqual([
      '신입생',
      '재학생(3학년)',
      '대학원생',
      '신임 교수',
      '정교수',
      '신입 직원',
      '과장급 직원',
      '학부모',
      '어려운 상황의 학생',
      '불만있는 구성원',
    ]);
    const five = (await sets.find('handbook')) ?? [];
    expect(five.map((p) => p.language)).toEqual(['en', 'en', 'en', 'en', 'en']);
  });

  it('knows no set that leads out of its folder, and none that is not there', async () => {
    const sets = new JsonPersonaSets();
    for (const name of ['../synonyms', 'nobody', '', 'university.json']) expect(await sets.find(name)).toBeUndefined();
  });

  it.each([
    ['{', 'is not JSON'],
    ['{"version":1,"set":"x","personas":[]}', '/personas'],
    ['{"version":1,"set":"x","personas":[{"id":"A b"}]}', '/personas/0/id'],
  ])('names the file and the place of what is wrong in %s', async (text, problem) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'personas-'));
    try {
      writeFileSync(path.join(folder, 'own.json'), text);
      const found = new JsonPersonaSets(folder).find('own');
      await expect(found).rejects.toThrow('data/config/personas/own.json');
      await expect(found).rejects.toThrow(problem);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
