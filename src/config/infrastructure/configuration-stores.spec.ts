import { shippedConfiguration } from '../../../test/support/configured-settings.js';
import { onEveryStore } from '../../../test/support/every-store.js';
import { InvalidInputError } from '../../shared/domain/domain-error.js';
import { ConfigurationDraft } from '../domain/configuration-version.js';
import { SqlConfigurationStore } from './sql-configuration-store.js';
import { ZodConfigurationSchema } from './zod-configuration-schema.js';

const schema = new ZodConfigurationSchema();
const { document } = shippedConfiguration();
const draftOf = (note: string, more: Partial<ConfigurationDraft> = {}): ConfigurationDraft => ({
  filesHash: 'files',
  patches: [],
  document,
  note,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  ...more,
});

onEveryStore('versions of the configuration', 'work', (opened) => {
  const made = () => new SqlConfigurationStore(opened().sql, schema);

  it('are returned as stored, the newest active, also after a restart', async () => {
    const patches = [[{ op: 'replace', path: '/synonyms', value: '가\u0000' } as const]];
    const first = await made().add(draftOf('first'));
    const second = await made().add(draftOf('둘째', { patches }));
    expect([first.version, second.version]).toEqual([1, 2]);
    await opened().restart();
    expect(await made().active()).toEqual(second);
    expect(second).toEqual({ ...draftOf('둘째', { patches }), version: 2, hash: first.hash });
    expect(await made().activeNumber()).toBe(2);
    expect([await made().find(1), await made().find(3)]).toEqual([first, undefined]);
  });

  it('are listed newest first', async () => {
    for (const note of ['a', 'b', 'c']) await made().add(draftOf(note));
    expect((await made().history(2)).map(({ note }) => note)).toEqual(['c', 'b']);
  });

  it('are summed up from a version on, and say which is active', async () => {
    for (const note of ['가', 'b', 'c']) await made().add(draftOf(note, { createdBy: note === 'b' ? 'key_1' : null }));
    await made().activate(2);
    const summed = await made().summaries(3, 5);
    expect(summed.map(({ version, note, createdBy, isActive }) => [version, note, createdBy, isActive])).toEqual([
      [2, 'b', 'key_1', true],
      [1, '가', null, false],
    ]);
    expect(await made().summaries(Number.MAX_SAFE_INTEGER, 1)).toHaveLength(1);
  });

  it('are stored and activated only on the version that they were made from, whoever comes first', async () => {
    await made().add(draftOf('a'));
    const ends = await Promise.allSettled(['b', 'c'].map((note) => made().add(draftOf(note), 1)));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(made().activate(1, 1)).rejects.toThrow(
      'Version 1 of the configuration is no longer in service, but 2 is',
    );
    expect(await made().activeNumber()).toBe(2);
    await made().activate(1, 2);
    expect(await made().activeNumber()).toBe(1);
  });

  it('have at most one active version under concurrent adds and rollbacks', async () => {
    expect([await made().active(), await made().activeNumber()]).toEqual([undefined, undefined]);
    const added = await Promise.all(['a', 'b', 'c', 'd'].map((note) => made().add(draftOf(note))));
    expect(new Set(added.map(({ version }) => version)).size).toBe(4);
    await Promise.all([1, 2, 3].map((version) => made().activate(version)));
    expect(await opened().number('SELECT count(*) FROM configuration_versions WHERE active = 1')).toBe(1);
    await made().activate(2);
    expect((await made().active())?.version).toBe(2);
  });

  it('are rejected if this program cannot read them', async () => {
    await made().add(draftOf('a'));
    await opened().run(`UPDATE configuration_versions SET document = '{"pipeline": 7}'`);
    await expect(Promise.resolve().then(() => made().active())).rejects.toThrow(InvalidInputError);
  });
});
