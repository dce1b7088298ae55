import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CanActivate, ExecutionContext, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { MAIN_SCHEMA } from '../../../migrations/sqlite/all-migrations.js';
import { RequestWithAccess } from '../../access/interface/access.decorators.js';
import { UNRESTRICTED } from '../../shared/domain/category-filter.js';
import { Environment, readEnvironment } from '../../config/environment.js';
import { Clock } from '../../shared/domain/clock.js';
import { HealthProbes } from '../../shared/domain/health-check.js';
import { Transaction } from '../../shared/domain/transaction.js';
import { CategoryPathRegistry } from '../../shared/infrastructure/database/category-path-registry.js';
import { MainDatabase } from '../../shared/infrastructure/database/databases.js';
import { MainSqlStore } from '../../shared/infrastructure/database/sql-store.js';
import { SqliteDatabase } from '../../shared/infrastructure/database/sqlite-database.js';
import { SystemClock } from '../../shared/infrastructure/clock-and-ids.js';
import { ProblemFilter } from '../../shared/interface/problem.filter.js';
import { validationPipe } from '../../shared/interface/validation.js';
import { TaxonomyModule } from '../taxonomy.module.js';

const folder = mkdtempSync(path.join(tmpdir(), 'taxonomy-http-'));

class OpenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    context.switchToHttp().getRequest<RequestWithAccess>().access = {
      caller: { id: 'anonymous', scopes: new Set(['admin']), filter: UNRESTRICTED },
      effectiveFilter: UNRESTRICTED,
      agent: undefined,
      filterTimeMs: 0,
    };
    return true;
  }
}

@Global()
@Module({
  providers: [
    {
      provide: MainDatabase,
      useFactory: () =>
        SqliteDatabase.open({
          file: path.join(folder, 'main.db'),
          durability: 'full',
          ...MAIN_SCHEMA,
          entities: [],
        }),
    },
    {
      provide: Transaction,
      useFactory: (db: MainDatabase) => db.transaction,
      inject: [MainDatabase],
    },
    { provide: MainSqlStore, useFactory: (db: MainDatabase) => db.sql, inject: [MainDatabase] },
    { provide: Clock, useClass: SystemClock },
    { provide: Environment, useValue: readEnvironment({}) },
    { provide: HealthProbes, useFactory: () => new HealthProbes() },
    CategoryPathRegistry,
    { provide: APP_GUARD, useClass: OpenGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [MainDatabase, MainSqlStore, Transaction, Clock, Environment, HealthProbes, CategoryPathRegistry],
})
class StoreModule {}

describe('the taxonomy routes', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    const testing = await Test.createTestingModule({ imports: [StoreModule, TaxonomyModule] }).compile();
    app = testing.createNestApplication<NestFastifyApplication>(new FastifyAdapter());
    app.useGlobalPipes(validationPipe());
    await app.init();
    const db = app.get(MainDatabase).writer;
    const id = app.get(CategoryPathRegistry).idOf(['Database', 'SQL']);
    db.prepare(
      `INSERT INTO documents (document_id, title, text, content_type, path_id, metadata, content_hash, chunks, created_at, updated_at)
       VALUES ('d1', 't', 'x', 'text/plain', ?, '{}', 'h', 1, '', '')`,
    ).run(id);
  });
  afterAll(async () => {
    const db = app.get(MainDatabase);
    await app.close();
    await db.close();
    rmSync(folder, { recursive: true });
  });

  async function call(method: 'GET' | 'POST', url: string, payload?: object) {
    const response = await app.inject(payload === undefined ? { method, url } : { method, url, payload });
    return { status: response.statusCode, body: response.json() };
  }
  const pointers = (body: { errors?: { pointer: string }[] }) => (body.errors ?? []).map((fault) => fault.pointer);

  it('shows the tree of the current version', async () => {
    const { status, body } = await call('GET', '/taxonomy/current/tree');
    expect(status).toBe(200);
    expect(body).toEqual({
      version: '1.0.0',
      created_at: expect.stringMatching(/Z$/),
      source: 'own',
      degraded: [],
      nodes: [
        {
          path: ['Database'],
          document_count: 0,
          children: [{ path: ['Database', 'SQL'], document_count: 1, children: [] }],
        },
      ],
    });
  });

  it('returns 201 with the difference, 409 for the same version, and 200 for the activation and its rollback', async () => {
    const operations = [{ op: 'rename', path: ['Database', 'SQL'], to: ['Database', 'Relational'] }];
    const made = await call('POST', '/taxonomy/versions', { version: '2.0.0', base_version: '1.0.0', operations });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      version: '2.0.0',
      base_version: '1.0.0',
      created_at: expect.any(String),
      dry_run: false,
      operations,
      diff: {
        added: [],
        removed: [],
        moved: [{ from: ['Database', 'SQL'], to: ['Database', 'Relational'], documents: 1 }],
        documents_moved: 1,
      },
    });
    expect((await call('POST', '/taxonomy/versions', { version: '2.0.0', operations: [] })).status).toBe(409);
    const activated = await call('POST', '/taxonomy/versions/2.0.0/activate', {});
    expect([activated.status, activated.body.active, activated.body.documents_moved]).toEqual([200, true, 1]);
    const { body } = await call('GET', '/taxonomy/versions?limit=1');
    expect(body).toEqual({
      items: [expect.objectContaining({ version: '2.0.0', active: true, activated_at: expect.any(String) })],
      next_cursor: expect.any(String),
      source: 'own',
      degraded: [],
    });
    const next = await call('GET', `/taxonomy/versions?limit=1&cursor=${body.next_cursor}`);
    expect(next.body).toEqual({
      items: [{ version: '1.0.0', base_version: null, created_at: expect.any(String), active: false }],
      next_cursor: null,
      source: 'own',
      degraded: [],
    });
    expect((await call('POST', '/taxonomy/versions/1.0.0/activate')).status).toBe(200);
  });

  it('returns 404 for an unknown version', async () => {
    for (const [method, url] of [
      ['GET', '/taxonomy/99.99.99/tree'],
      ['GET', '/taxonomy/latest-ish/tree'],
      ['POST', '/taxonomy/versions/99.99.99/activate'],
    ] as const) {
      expect((await call(method, url)).status).toBe(404);
    }
  });

  it.each(['v2', '1.0', '', '01.0.0', '2.0.0+x', null, 2])('refuses the version %p', async (version) => {
    const { status, body } = await call('POST', '/taxonomy/versions', { version, operations: [] });
    expect([status, pointers(body)]).toEqual([422, ['/version']]);
  });

  it.each([
    [{ op: 'explode', path: ['AI'] }, '/operations/0/op'],
    [{ op: 'add', path: ['a', '..'] }, '/operations/0/path'],
    [{ op: 'add', path: ['1', '2', '3', '4', '5', '6'] }, '/operations/0/path'],
    [{ op: 'add' }, '/operations/0/path'],
    [{ op: 'rename', path: ['Database'] }, '/operations/0/to'],
    [{ op: 'rename', path: ['Database'], to: null }, '/operations/0/to'],
    [{ op: 'rename', path: ['Nowhere'], to: ['Somewhere'] }, '/operations/0/path'],
    [{ op: 'add', path: ['AI'], extra: 1 }, '/operations/0/extra'],
  ])('refuses the operation %j at %s', async (operation, pointer) => {
    const { status, body } = await call('POST', '/taxonomy/versions', { version: '9.0.0', operations: [operation] });
    expect([status, pointers(body)]).toEqual([422, [pointer]]);
    expect((await call('GET', '/taxonomy/9.0.0/tree')).status).toBe(404);
  });

  it.each([
    [null],
    [[null]],
    [[1]],
    [[[]]],
    ['x'],
    [{}],
    [undefined],
    [Array.from({ length: 1001 }, () => ({ op: 'add', path: ['A'] }))],
  ])('refuses operations that are not a list of at most 1,000 operations', async (operations) => {
    const { status, body } = await call('POST', '/taxonomy/versions', { version: '9.0.0', operations });
    expect(status).toBe(422);
    expect(pointers(body)[0]).toMatch(/^\/operations/);
  });

  it('refuses unknown fields, an unknown base, and an invalid page', async () => {
    const more = await call('POST', '/taxonomy/versions', { version: '9.0.0', operations: [], activate: true });
    expect([more.status, pointers(more.body)]).toEqual([422, ['/activate']]);
    const base = await call('POST', '/taxonomy/versions', { version: '9.0.0', base_version: '8.8.8', operations: [] });
    expect([base.status, pointers(base.body)]).toEqual([422, ['/base_version']]);
    for (const query of ['limit=0', 'limit=x', 'limit=501', 'cursor=nope', 'page=2']) {
      expect((await call('GET', `/taxonomy/versions?${query}`)).status).toBe(422);
    }
  });
});
