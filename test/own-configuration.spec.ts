import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type RunningApplication, startApplication, temporaryFolder } from './support/application.js';

const NURSE = {
  id: 'nurse',
  name: 'Nurse',
  description: 'Works nights, asks between two rounds.',
  language: 'en',
  goals: ['know what may be given'],
  knowledge: 'expert',
  tone: 'casual',
  vocabulary: ['quick one'],
  audience_paths: [],
};

/** A container's image is read-only: the settings of an organisation are in its own folder. */
describe("files of the organisation's own folder, DATA_DIR/config", () => {
  const dataFolder = temporaryFolder();
  const own = path.join(dataFolder, 'config');
  const people = path.join(own, 'personas');
  let running: RunningApplication;
  beforeAll(async () => {
    mkdirSync(people, { recursive: true });
    writeFileSync(path.join(people, 'clinic.json'), JSON.stringify({ version: 1, set: 'clinic', personas: [NURSE] }));
    writeFileSync(
      path.join(own, 'redaction.json'),
      JSON.stringify({ rules: [{ name: 'ward', pattern: 'ward \\d+' }] }),
    );
    running = await startApplication({ DATA_DIR: dataFolder });
  });
  afterAll(async () => {
    await running.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('add a set of people who ask', async () => {
    const { statusCode, body } = await running.call({ url: '/personas?set=clinic' });
    expect(statusCode).toBe(200);
    expect((JSON.parse(body) as { items: unknown[] }).items).toEqual([{ ...NURSE, name_en: null, name_ko: null }]);
  });

  it('are refused with the place of a fault where a set is not right', async () => {
    writeFileSync(path.join(people, 'bad.json'), JSON.stringify({ version: 1, set: 'bad', personas: [{ id: 'A b' }] }));
    const answers = await Promise.all([
      running.call({ url: '/personas?set=bad' }),
      running.post('/test-sessions', { persona_set: 'bad' }),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json<{ detail: string }>().detail).toContain('config/personas/bad.json: /personas/0/id must be');
    }
  });

  it('say what is taken out of questions before they are kept', async () => {
    await running.post('/search', { query: 'who is on ward 7 tonight' });
    const { body } = await running.call({ url: '/audit' });
    expect(body).toContain('who is on [ward] tonight');
    expect(body).not.toContain('ward 7');
  });
});
