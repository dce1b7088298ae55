import { Global, Module } from '@nestjs/common';
import { InvalidInputError } from '../shared/domain/domain-error.js';
import { configurationFolders } from '../shared/infrastructure/configuration-folders.js';
import { ApplyConfigurationPatch } from './application/apply-configuration-patch.js';
import { EditConfiguration, RollBackConfiguration } from './application/edit-configuration.js';
import { LoadConfiguration } from './application/load-configuration.js';
import { OpenConfiguration } from './application/open-configuration.js';
import { ReloadConfiguration, FollowConfiguration } from './application/reload-configuration.js';
import { ShowConfiguration, ReadConfiguration } from './application/show-configuration.js';
import {
  ConfigurationFiles,
  ConfigurationSchema,
  ConfigurationStore,
  ActiveConfiguration,
} from './domain/configuration-version.js';
import { ConfigurationError, Environment } from './environment.js';
import { ConfigurationWatch } from './infrastructure/configuration-watch.js';
import { FolderConfigurationFiles } from './infrastructure/folder-configuration-files.js';
import { SqlConfigurationStore } from './infrastructure/sql-configuration-store.js';
import { ZodConfigurationSchema } from './infrastructure/zod-configuration-schema.js';
import { ConfigurationController } from './interface/configuration.controller.js';

/** An error in a file stops the start with its messages, as an invalid environment variable does. */
async function open(configuration: OpenConfiguration): Promise<ActiveConfiguration> {
  try {
    return await configuration.open();
  } catch (error) {
    if (error instanceof InvalidInputError) throw new ConfigurationError(error.faults.map((fault) => fault.detail));
    throw error;
  }
}

/** Intents, synonyms, components and weights: one versioned document for all features. */
@Global()
@Module({
  controllers: [ConfigurationController],
  providers: [
    ReadConfiguration,
    ApplyConfigurationPatch,
    RollBackConfiguration,
    ReloadConfiguration,
    FollowConfiguration,
    LoadConfiguration,
    OpenConfiguration,
    EditConfiguration,
    ShowConfiguration,
    ConfigurationWatch,
    {
      provide: ConfigurationFiles,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        new FolderConfigurationFiles(configurationFolders(environment.DATA_DIR)),
    },
    { provide: ConfigurationSchema, useClass: ZodConfigurationSchema },
    { provide: ConfigurationStore, useClass: SqlConfigurationStore },
    { provide: ActiveConfiguration, inject: [OpenConfiguration], useFactory: open },
  ],
  exports: [
    ActiveConfiguration,
    ReadConfiguration,
    ApplyConfigurationPatch,
    RollBackConfiguration,
    ReloadConfiguration,
  ],
})
export class ConfigurationModule {}
