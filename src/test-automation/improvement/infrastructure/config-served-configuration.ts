import { Injectable } from '@nestjs/common';
import { ApplyConfigurationPatch } from '../../../config/application/apply-configuration-patch.js';
import { ReadConfiguration } from '../../../config/application/show-configuration.js';
import { RollBackConfiguration } from '../../../config/application/edit-configuration.js';
import { inversePatch } from '../../../config/domain/inverse-patch.js';
import { isPatch, Json, JsonPatch, parseJson, asJson } from '../../../config/domain/json-patch.js';
import { ConflictError, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { AppliedPatch, ChangeReason, ConfigurationView, ServedConfiguration } from '../domain/served-configuration.js';
import { Patch } from '../domain/experiment-sandbox.js';

function numbersIn(value: Json, path: string, found: Map<string, number>): void {
  if (typeof value === 'number') found.set(path, value);
  else if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) numbersIn(member, `${path}/${key}`, found);
}

/** @throws InvalidInputError */
function checked(patch: Patch): JsonPatch {
  const json = parseJson(JSON.stringify(patch));
  if (isPatch(json)) return json;
  throw new InvalidInputError([{ pointer: '/patch', detail: 'must be a JSON Patch (RFC 6902)' }]);
}

/** The service's own configuration. */
@Injectable()
export class ConfigServedConfiguration extends ServedConfiguration {
  constructor(
    private readonly read: ReadConfiguration,
    private readonly patches: ApplyConfigurationPatch,
    private readonly rollBack: RollBackConfiguration,
  ) {
    super();
  }

  current(): ConfigurationView {
    const { version, document } = this.read.read();
    const numbers = new Map<string, number>();
    const { components, search } = document.pipeline;
    numbersIn(parseJson(JSON.stringify({ components, search })), '/pipeline', numbers);
    return { version, intents: document.intents.rules, synonyms: document.synonyms.groups, numbers };
  }

  async apply(patch: Patch, reason: ChangeReason, basedOn: number): Promise<AppliedPatch> {
    const made = await this.patches.apply({ patch: checked(patch), ...reason, basedOn });
    return { baseVersion: basedOn, version: made.version };
  }

  async takeBack(patch: Patch, { baseVersion, version }: AppliedPatch, reason: ChangeReason): Promise<number> {
    const current = this.read.read();
    if (current.version === version) return (await this.rollBack.rollBack({ version: baseVersion })).version;
    const base = await this.read.version(baseVersion);
    try {
      const inverse = inversePatch(asJson(base.document), checked(patch));
      const made = await this.patches.apply({ patch: inverse, ...reason, basedOn: current.version });
      return made.version;
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      throw new ConflictError(
        `A later change of the configuration touches what this improvement changed; roll back the later one first: ${error.message}`,
      );
    }
  }
}
