import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { WORK_SCHEMA } from '../../../migrations/sqlite/all-migrations.js';
import { FixedClock } from '../../../test/support/stored-corpus.js';
import { ConflictError, NotFoundError } from '../../shared/domain/domain-error.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { ApplyConfigurationPatch } from '../application/apply-configuration-patch.js';
import { EditConfiguration, RollBackConfiguration } from '../application/edit-configuration.js';
import { LoadConfiguration } from '../application/load-configuration.js';
import { OpenConfiguration } from '../application/open-configuration.js';
import { ReloadConfiguration, FollowConfiguration } from '../application/reload-configuration.js';
import { ShowConfiguration, ReadConfiguration } from '../application/show-configuration.js';
import { ConfigurationVersion, ActiveConfiguration } from '../domain/configuration-version.js';
import { JsonPatch } from '../domain/json-patch.js';
import { FolderConfigurationFiles } from './folder-configuration-files.js';
import { SqlConfigurationStore } from './sql-configuration-store.js';
import { ZodConfigurationSchema } from './zod-configuration-schema.js';
import { projectRoot } from '../../shared/infrastructure/configuration-folders.js';

const FEWER: JsonPatch = [{ op: 'replace', path: '/pipeline/components/hyde/vague_words', value: 1 }];
const NEW_GROUP: JsonPatch = [
  { op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['가마', '소성로'] } },
];

let folder: string;
let db: SqliteDatabase;
const schema = new ZodConfigurationSchema();
const clock = new FixedClock();

/** The feature over one store and one folder of files, as after a server start. */
async function start() {
  const files = new FolderConfigurationFiles([folder]);
  const store = new SqlConfigurationStore(db.sql, schema);
  const load = new LoadConfiguration(files, schema, store, clock);
  const active: ActiveConfiguration = await new OpenConfiguration(load, store).open();
  const apply = new ApplyConfigurationPatch(active, schema, store, clock);
  const read = new ReadConfiguration(active, store);
  const rollBack = new RollBackConfiguration(active, store);
  const follow = new FollowConfiguration(active, store);
  return {
    active,
    apply,
    read,
    rollBack,
    reload: new ReloadConfiguration(active, files, load),
    follow,
    edit: new EditConfiguration(active, follow, apply, rollBack),
    show: new ShowConfiguration(active, follow, read, files, store),
  };
}

function edit(part: string, change: (text: string) => string): void {
  const file = path.join(folder, `${part}.json`);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

const vagueWords = (version: ConfigurationVersion) => version.document.pipeline.components.hyde.vague_words;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'configuration-'));
  cpSync(path.join(projectRoot(), 'data', 'config'), folder, { recursive: true });
  db = await SqliteDatabase.open({
    file: path.join(folder, 'work.db'),
    durability: 'normal',
    ...WORK_SCHEMA,
    entities: [],
  });
  Logger.overrideLogger(false);
});
afterEach(async () => {
  Logger.overrideLogger(['log', 'warn', 'error']);
  await db.close();
  rmSync(folder, { recursive: true });
});

describe('the configuration', () => {
  it('starts with the files as version 1, which survives a restart', async () => {
    const first = (await start()).active.current;
    expect(first).toMatchObject({ version: 1, patches: [], note: 'the files of data/config' });
    expect((await start()).active.current).toEqual(first);
  });

  it('is changed by a patch: makes a version that survives a restart, and notifies the listeners', async () => {
    const { active, apply, read } = await start();
    const heard: number[] = [];
    active.onChange(({ version }) => heard.push(version));
    const first = active.current;
    const second = await apply.apply({ patch: FEWER, note: 'fewer hypothetical passages', basedOn: 1 });
    expect(second).toMatchObject({ version: 2, note: 'fewer hypothetical passages', patches: [FEWER] });
    expect([vagueWords(first), vagueWords(second)]).toEqual([2, 1]);
    expect(second.hash).not.toBe(first.hash);
    expect(heard).toEqual([2]);
    expect(read.read()).toBe(second);
    expect((await read.history(5)).map(({ version }) => version)).toEqual([2, 1]);
    expect((await start()).active.current).toEqual(second);
  });

  it('rejects a patch for another version or with an invalid result, without a change', async () => {
    const { active, apply } = await start();
    await expect(apply.apply({ patch: FEWER, note: '', basedOn: 7 })).rejects.toThrow(ConflictError);
    const broken: JsonPatch = [{ op: 'replace', path: '/pipeline/search/decisive', value: 'often' }];
    await expect(apply.apply({ patch: broken, note: '' })).rejects.toThrow(
      'data/config/pipeline.json at /search/decisive',
    );
    expect(active.current.version).toBe(1);
    expect((await start()).active.current.version).toBe(1);
  });

  it('previews a patch without applying it', async () => {
    const { active, apply } = await start();
    expect(apply.preview({ patch: NEW_GROUP }).synonyms.groups.at(-1)?.words).toEqual(['가마', '소성로']);
    expect(active.current.version).toBe(1);
  });

  it('rolls back to an earlier version, and forward again', async () => {
    const { active, apply, rollBack } = await start();
    await apply.apply({ patch: FEWER, note: '' });
    expect(vagueWords(await rollBack.rollBack({ version: 1 }))).toBe(2);
    expect(active.current.version).toBe(1);
    expect((await start()).active.current.version).toBe(1);
    expect(vagueWords(await rollBack.rollBack({ version: 2 }))).toBe(1);
    await expect(rollBack.rollBack({ version: 9 })).rejects.toThrow(NotFoundError);
  });

  it('is the same in every process on one store after a patch and after a rollback', async () => {
    const [here, there] = [await start(), await start()];
    const patched = await here.apply.apply({ patch: FEWER, note: '' });
    await there.follow.follow();
    expect(there.active.current).toEqual(patched);
    await there.rollBack.rollBack({ version: 1 });
    await here.follow.follow();
    expect([here.active.current.version, vagueWords(here.active.current)]).toEqual([1, 2]);
  });

  it('replays a patch of a member that the edited file omits, since it has its default', async () => {
    const { active, apply, reload } = await start();
    const place = '/pipeline/components/query_analyzer/followup_patterns/-';
    await apply.apply({ patch: [{ op: 'add', path: place, value: '^by the way' }], note: '' });
    edit('pipeline', (text) => text.replace(/, "followup_patterns": \[\]/u, ''));
    await reload.whenTouched();
    expect(active).toMatchObject({ problem: undefined, current: { version: 3 } });
    expect(active.current.document.pipeline.components.query_analyzer.followup_patterns).toEqual(['^by the way']);
  });

  it('loads edited files without a restart, and replays the patches on them', async () => {
    const { active, apply, reload } = await start();
    await apply.apply({ patch: FEWER, note: '' });
    edit('pipeline', (text) => text.replace('"decisive": 0.45', '"decisive": 0.4'));
    await reload.whenTouched();
    expect(active.current).toMatchObject({
      version: 3,
      patches: [FEWER],
      note: 'the files of data/config were edited',
    });
    expect(active.current.document.pipeline.search.decisive).toBe(0.4);
    expect(vagueWords(active.current)).toBe(1);
    await reload.whenTouched();
    expect(active.current.version).toBe(3);
  });

  it('keeps the active version while an edited file has an error, reports the place, and recovers', async () => {
    const { active, reload } = await start();
    edit('intents', (text) => text.replace('"intent": "general"', '"intent": "chatter"'));
    await reload.whenTouched();
    expect(active.current.version).toBe(1);
    expect(active.problem).toContain('data/config/intents.json at /rules/0/intent');
    edit('intents', (text) => text.replace('{', '{{'));
    await expect(reload.reload()).rejects.toThrow('data/config/intents.json is not valid JSON');
    edit('intents', (text) => text.replace('{{', '{').replace('"chatter"', '"general"'));
    await reload.whenTouched();
    expect(active).toMatchObject({ problem: undefined, current: { version: 1 } });
  });

  it('does not start with an invalid file', async () => {
    edit('synonyms', () => '{"version": 1, "groups": {}}');
    await expect(start()).rejects.toThrow('data/config/synonyms.json at /groups');
    rmSync(path.join(folder, 'synonyms.json'));
    await expect(start()).rejects.toThrow('data/config/synonyms.json is missing');
  });

  it('starts with the last version if a patch no longer fits the edited files, and reports it', async () => {
    const { apply } = await start();
    await apply.apply({ patch: [{ op: 'remove', path: '/intents/audiences/7' }], note: '' });
    edit('intents', (text) => text.replace(/"audiences": \[[^]*\]\n\}/u, '"audiences": []\n}'));
    const { active } = await start();
    expect(active.current.version).toBe(2);
    expect(active.problem).toContain('no longer fits');
  });
});

describe('the files of the configuration', () => {
  it('are read from the first folder that has them', async () => {
    const own = mkdtempSync(path.join(tmpdir(), 'own-'));
    writeFileSync(path.join(own, 'synonyms.json'), '{"version": 1, "groups": []}');
    const { document } = await new FolderConfigurationFiles([own, folder]).read();
    expect(schema.check(document).synonyms.groups).toEqual([]);
    expect(schema.check(document).intents.rules.length).toBeGreaterThan(10);
    rmSync(own, { recursive: true });
  });
});

describe('the synonyms', () => {
  const withGroup = (version: ConfigurationVersion, words: readonly string[]) => {
    const { groups, translations } = version.document.synonyms;
    return { groups: [...groups.slice(1), { lang: 'ko' as const, words }], translations };
  };
  const hasWord = (version: ConfigurationVersion, word: string) =>
    version.document.synonyms.groups.some(({ words }) => words.includes(word));

  it('are replaced by a new version, which another process follows, and which keeps an edited file', async () => {
    const [one, other] = [await start(), await start()];
    const lost = one.read.read().document.synonyms.groups[0]?.words[0] ?? '';
    const made = await one.edit.replaceSynonyms(1, withGroup(one.read.read(), ['가마', '소성로']), {
      note: 'by hand',
      author: 'admin',
    });
    expect([made.version, hasWord(made, '가마'), hasWord(made, lost)]).toEqual([2, true, false]);
    expect((await other.show.current()).current.version).toBe(2);
    expect(await one.edit.replaceSynonyms(2, made.document.synonyms, { note: 'the same', author: 'admin' })).toBe(made);
    edit('synonyms', (text) =>
      text.replace('"translations": [', '"translations": [{"ko": ["물레"], "en": ["wheel"]},'),
    );
    const reloaded = await one.reload.reload();
    expect([hasWord(reloaded, '가마'), hasWord(reloaded, lost)]).toEqual([true, false]);
    expect(reloaded.document.synonyms.translations.some(({ ko }) => ko.includes('물레'))).toBe(true);
  });

  it('are refused on another version than the one in service, also that of another process, and restored', async () => {
    const [one, other] = [await start(), await start()];
    await one.edit.replaceSynonyms(1, withGroup(one.read.read(), ['가마', '소성로']), {
      note: 'by hand',
      author: 'admin',
    });
    const mine = withGroup(other.read.read(), ['물레', '회전판']);
    await expect(other.edit.replaceSynonyms(1, mine, { note: 'too late', author: 'admin' })).rejects.toThrow(
      ConflictError,
    );
    await expect(other.edit.restore(1, 1)).rejects.toThrow(ConflictError);
    await expect(other.edit.restore(2, 9)).rejects.toThrow(NotFoundError);
    expect((await other.edit.restore(2, 1)).version).toBe(1);
    expect(hasWord((await one.show.current()).current, '가마')).toBe(false);
  });

  it('are shown with their versions and what each changed', async () => {
    const { edit: editor, read, show } = await start();
    await editor.replaceSynonyms(1, withGroup(read.read(), ['가마', '소성로']), { note: 'by hand', author: 'admin' });
    const { items, nextCursor } = await show.versions({ limit: 1, cursor: undefined });
    expect(items.map(({ version, note, isActive }) => [version, note, isActive])).toEqual([[2, 'by hand', true]]);
    const rest = await show.versions({ limit: 1, cursor: nextCursor ?? '' });
    expect([rest.items[0]?.version, rest.nextCursor]).toEqual([1, null]);
    const { changes } = await show.version(2);
    expect(changes?.map(({ pointer }) => pointer)).toEqual(['/synonyms/groups', '/synonyms/groups']);
    expect(changes?.at(-1)?.after).toEqual({ lang: 'ko', words: ['가마', '소성로'] });
    expect((await show.version(1)).changes).toBeNull();
    expect((await show.current()).files).toContainEqual({ name: 'synonyms.json', isOwn: false });
  });
});
