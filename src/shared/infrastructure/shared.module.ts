import { Global, Inject, Module, OnApplicationShutdown, Optional } from '@nestjs/common';
import { MAIN_SCHEMA, WORK_SCHEMA } from '../../../migrations/sqlite/all-migrations.js';
import { Environment } from '../../config/environment.js';
import { tracesContent } from '../../config/setting-values.js';
import { Clock, MonotonicClock } from '../domain/clock.js';
import { IdGenerator } from '../domain/ids.js';
import { NoSpans, Spans } from '../domain/spans.js';
import { Transaction } from '../domain/transaction.js';
import { BusyThreads } from './busy-threads.js';
import { CategoryPathRegistry } from './database/category-path-registry.js';
import { CheckpointThread } from './database/checkpoint-thread.js';
import { MainDatabase, WorkDatabase } from './database/databases.js';
import { embeddedFile, mainFile } from './database/embedded-file.js';
import { GroupedWrites } from './database/grouped-writes.js';
import { openPostgres, openReadServers } from './database/postgres/open-postgres.js';
import { PostgresDatabase } from './database/postgres/postgres-database.js';
import { PostgresTransaction } from './database/postgres/postgres-transaction.js';
import { ReadServers } from './database/postgres/read-servers.js';
import { provideSqlStore } from './database/by-store.js';
import { MainSqlStore, WorkSqlStore } from './database/sql-store.js';
import { PAGE_BYTES_OF_PASSAGES, SqliteDatabase } from './database/sqlite-database.js';
import { StoreHold } from './database/store-hold.js';
import { OpenTelemetrySpans } from './tracing/active-span.js';
import { Tracing } from './tracing/tracing.js';
import { SystemClock, SystemMonotonicClock, RandomIdGenerator } from './clock-and-ids.js';

/** Short lock limit: the caller waits for the answer while its conversation waits for the lock. */
const ANSWER_LOCK_LIMIT_MS = 300;

const SHARED = { token: PostgresDatabase, optional: true };

/** Shared providers of all features: settings, time, ids, the store in use and its transaction. */
@Global()
@Module({
  providers: [
    { provide: Clock, useClass: SystemClock },
    { provide: MonotonicClock, useClass: SystemMonotonicClock },
    { provide: IdGenerator, useClass: RandomIdGenerator },
    {
      provide: MainDatabase,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        SqliteDatabase.open({
          file: mainFile(environment),
          // An acknowledged document survives a power cut.
          durability: environment.DATABASE_URL === undefined ? 'full' : 'normal',
          pageBytes: PAGE_BYTES_OF_PASSAGES,
          ...MAIN_SCHEMA,
          entities: [],
        }),
    },
    {
      provide: WorkDatabase,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        SqliteDatabase.open({
          file: embeddedFile(environment, 'work'),
          // Conversations and traces survive a crash of the process; a power cut may lose the most recent ones.
          durability: 'normal',
          lockLimitMs: ANSWER_LOCK_LIMIT_MS,
          ...WORK_SCHEMA,
          entities: [],
        }),
    },
    { provide: PostgresDatabase, inject: [Environment], useFactory: openPostgres },
    {
      provide: ReadServers,
      inject: [Environment, SHARED],
      useFactory: openReadServers,
    },
    {
      provide: Transaction,
      inject: [MainDatabase, SHARED],
      useFactory: ({ transaction }: MainDatabase, shared: PostgresDatabase | undefined): Transaction =>
        shared === undefined ? transaction : new PostgresTransaction(shared, 'documents'),
    },
    provideSqlStore(MainSqlStore, MainDatabase),
    provideSqlStore(WorkSqlStore, WorkDatabase),
    {
      provide: GroupedWrites,
      inject: [WorkDatabase],
      useFactory: ({ writes }: WorkDatabase) => writes,
    },
    CategoryPathRegistry,
    CheckpointThread,
    StoreHold,
    { provide: Tracing, inject: [Environment], useFactory: (environment: Environment) => Tracing.start(environment) },
    {
      provide: Spans,
      inject: [Tracing, Environment],
      useFactory: ({ isOn }: Tracing, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: content }: Environment) =>
        isOn ? new OpenTelemetrySpans(tracesContent(content)) : new NoSpans(),
    },
    { provide: BusyThreads, useFactory: () => new BusyThreads() },
  ],
  exports: [
    Clock,
    MonotonicClock,
    IdGenerator,
    PostgresDatabase,
    ReadServers,
    MainDatabase,
    WorkDatabase,
    MainSqlStore,
    WorkSqlStore,
    Transaction,
    GroupedWrites,
    CategoryPathRegistry,
    StoreHold,
    BusyThreads,
    Tracing,
    Spans,
  ],
})
export class SharedModule implements OnApplicationShutdown {
  constructor(
    private readonly main: MainDatabase,
    private readonly work: WorkDatabase,
    // A type that may be undefined has no implicit DI token.
    @Optional() @Inject(PostgresDatabase) private readonly shared: PostgresDatabase | undefined,
    @Optional() @Inject(ReadServers) private readonly standbys: ReadServers | undefined,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await this.main.close();
    await this.work.close();
    await this.standbys?.close();
    await this.shared?.close();
  }
}
