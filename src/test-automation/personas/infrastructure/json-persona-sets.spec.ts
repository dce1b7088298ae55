import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { configurationFolders } from '../../../shared/infrastructure/configuration-folders.js';
import { JsonPersonaSets } from './json-persona-sets.js';
import { DEFAULT_PERSONA_SET, nameIn } from '../domain/persona.js';

const PROGRAM = configurationFolders('data');

describe('JsonPersonaSets', () => {
  let own: string;
  const write = (file: string, text: string) => writeFileSync(path.join(own, 'personas', file), text);
  beforeEach(() => {
    own = mkdtempSync(path.join(tmpdir(), 'personas-'));
    mkdirSync(path.join(own, 'personas'));
  });
  afterEach(() => rmSync(own, { recursive: true }));

  it('has the ten people of the specification, and five of the handbook', async () => {
    const sets = new JsonPersonaSets(PROGRAM);
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
    for (const [language, own] of [
      ['en', ten],
      ['ko', five],
    ] as const)
      for (const { id, name } of own) expect(nameIn(language, own, id)).not.toBe(name);
    expect(nameIn('ko', ten, 'freshman')).toBe('신입생');
    expect(nameIn('en', five, 'nobody')).toBe('nobody');
    expect(five.map((p) => p.language)).toEqual(['en', 'en', 'en', 'en', 'en']);
  });

  it('finds no set outside its folder, and none that does not exist', async () => {
    const sets = new JsonPersonaSets(PROGRAM);
    for (const name of ['../synonyms', 'nobody', '', 'university.json']) expect(await sets.find(name)).toBeUndefined();
  });

  it.each([
    ['{', 'is not JSON'],
    ['{"version":1,"set":"x","personas":[]}', '/personas'],
    ['{"version":1,"set":"x","personas":[{"id":"A b"}]}', '/personas/0/id'],
  ])('names the file and the location of the fault in %s', async (text, problem) => {
    write('own.json', text);
    const found = new JsonPersonaSets([own, ...PROGRAM]).find('own');
    await expect(found).rejects.toThrow(InvalidInputError);
    await expect(found).rejects.toThrow(`config/personas/own.json: ${problem}`);
  });

  it("reads sets of the organisation's folder too, and prefers them to the program's sets of the same name", async () => {
    const [person] = (await new JsonPersonaSets(PROGRAM).find('handbook')) ?? [];
    const { audiencePaths, nameKo, ...rest } = person ?? { audiencePaths: [], nameKo: '' };
    const text = (set: string, id: string) =>
      JSON.stringify({ version: 1, set, personas: [{ ...rest, id, name_ko: nameKo, audience_paths: audiencePaths }] });
    const sets = new JsonPersonaSets([own, ...PROGRAM, path.join(own, 'missing')]);
    write('clinic.json', text('clinic', 'nurse'));
    write('handbook.json', text('handbook', 'apprentice'));
    write('notes.txt', 'not a set');
    expect(await sets.names()).toEqual(['clinic', 'handbook', DEFAULT_PERSONA_SET]);
    expect((await sets.find('clinic'))?.map((each) => each.id)).toEqual(['nurse']);
    expect((await sets.find('handbook'))?.map((each) => each.id)).toEqual(['apprentice']);
    expect(await sets.find(DEFAULT_PERSONA_SET)).toHaveLength(10);
  });
});
