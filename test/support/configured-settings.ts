import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigurationVersion } from '../../src/config/domain/configuration-version.js';
import { CONFIGURATION_PARTS } from '../../src/config/domain/configuration.js';
import { ZodConfigurationSchema } from '../../src/config/infrastructure/zod-configuration-schema.js';
import { PipelineSnapshot } from '../../src/pipeline/domain/pipeline-settings.js';
import { pipelineSnapshot } from '../../src/pipeline/infrastructure/configured-pipeline.js';
import { projectRoot } from '../../src/shared/infrastructure/configuration-folders.js';

/** The configuration that comes with the program, as its first version. */
export function shippedConfiguration(): ConfigurationVersion {
  const parts = CONFIGURATION_PARTS.map((part) => [
    part,
    JSON.parse(readFileSync(path.join(projectRoot(), 'data', 'config', `${part}.json`), 'utf8')),
  ]);
  return {
    version: 1,
    hash: 'shipped',
    filesHash: 'shipped',
    patches: [],
    document: new ZodConfigurationSchema().check(Object.fromEntries(parts)),
    note: 'test',
    createdAt: '2026-11-22T00:00:00.000Z',
    createdBy: null,
  };
}

/** The pipeline's settings of the configuration that comes with the program. */
export function configuredSettings(): PipelineSnapshot {
  return pipelineSnapshot(shippedConfiguration());
}
