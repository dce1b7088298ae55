import { Module } from '@nestjs/common';
import { ANONYMOUS_ID } from '../../access/domain/caller.js';
import { Environment, isLoopback } from '../../config/environment.js';
import { OwnAddresses } from '../../shared/domain/base-url.js';
import { configurationFolders } from '../../shared/infrastructure/configuration-folders.js';
import { CronParserTimes } from '../../shared/infrastructure/cron-parser-times.js';
import { DocumentsModule } from '../documents.module.js';
import { CheckSource } from './application/check-source.js';
import { ManageSources } from './application/manage-sources.js';
import { ReadRuns } from './application/read-runs.js';
import { RunSync } from './application/run-sync.js';
import { AnonymousTrust, SourceCatalogue } from './application/source-catalogue.js';
import { SourceDocuments } from './application/source-documents.js';
import { StartDueSyncs } from './application/start-due-syncs.js';
import { StartSync } from './application/start-sync.js';
import { SyncFile } from './application/sync-file.js';
import { PathPatterns } from './domain/file-mapping.js';
import { FileInspector, SourceConnectors, SourceDefinitions } from './domain/source-connectors.js';
import { SourceFiles, SourceRuns, SourceStore } from './domain/source-store.js';
import { BytesInspector } from './infrastructure/bytes-inspector.js';
import { ConfiguredConnectors } from './infrastructure/configured-connectors.js';
import { FeedKind } from './infrastructure/feed-connector.js';
import { FolderKind } from './infrastructure/folder-connector.js';
import { GitKind } from './infrastructure/git-connector.js';
import { GlobPatterns } from './infrastructure/glob-patterns.js';
import { ImapKind } from './infrastructure/imap-connector.js';
import { JsonSourceDefinitions } from './infrastructure/json-source-definitions.js';
import { SourceClock } from './infrastructure/source-clock.js';
import { SqlSourceFiles } from './infrastructure/sql-source-files.js';
import { SqlSourceRuns } from './infrastructure/sql-source-runs.js';
import { SqlSourceStore } from './infrastructure/sql-source-store.js';
import { WebDavKind } from './infrastructure/webdav-connector.js';
import { WebsiteKind } from './infrastructure/website-connector.js';
import { ZipKind } from './infrastructure/zip-connector.js';
import { SourcesController } from './interface/sources.controller.js';
import { CronTimes } from '../../shared/domain/clock.js';

/** Places whose documents stay in sync: folders, web sites, mail and others, each through its connector. */
@Module({
  imports: [DocumentsModule],
  controllers: [SourcesController],
  providers: [
    ManageSources,
    CheckSource,
    SourceCatalogue,
    SourceDocuments,
    SyncFile,
    RunSync,
    StartSync,
    StartDueSyncs,
    ReadRuns,
    SourceClock,
    { provide: SourceStore, useClass: SqlSourceStore },
    { provide: SourceFiles, useClass: SqlSourceFiles },
    { provide: SourceRuns, useClass: SqlSourceRuns },
    { provide: PathPatterns, useClass: GlobPatterns },
    { provide: FileInspector, useClass: BytesInspector },
    { provide: CronTimes, useClass: CronParserTimes },
    {
      provide: SourceConnectors,
      inject: [Environment, FileInspector, OwnAddresses],
      useFactory: ({ SOURCE_FOLDERS }: Environment, { maxBytes }: FileInspector, own: OwnAddresses) =>
        new ConfiguredConnectors([
          new FolderKind(SOURCE_FOLDERS, maxBytes),
          new ZipKind(own),
          new FeedKind(own, maxBytes),
          new WebsiteKind(own, maxBytes),
          new WebDavKind(own, maxBytes),
          new GitKind(own),
          new ImapKind(own, maxBytes),
        ]),
    },
    {
      provide: SourceDefinitions,
      inject: [Environment, PathPatterns, SourceConnectors],
      useFactory: (
        { DATA_DIR, TIME_ZONE }: Environment,
        patterns: PathPatterns,
        connectors: SourceConnectors,
      ): SourceDefinitions =>
        new JsonSourceDefinitions(configurationFolders(DATA_DIR), TIME_ZONE, patterns, connectors),
    },
    {
      provide: AnonymousTrust,
      inject: [Environment],
      useFactory: ({ HOST }: Environment) => new AnonymousTrust(ANONYMOUS_ID, isLoopback(HOST)),
    },
  ],
})
export class SourcesModule {}
