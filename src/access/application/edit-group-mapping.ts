import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { decodeCursor, encodeCursor, Page } from '../../shared/domain/page.js';
import { GroupMappings, MappingRule, MappingVersion, storedRule } from '../domain/group-mapping.js';
import { ExpiryClock } from './expiry-clock.js';

/** Reads and changes what the groups of the provider give. Each change is a new version. */
@Injectable()
export class EditGroupMapping {
  constructor(
    private readonly mappings: GroupMappings,
    private readonly clock: ExpiryClock,
  ) {}

  current(): Promise<MappingVersion> {
    return this.mappings.current();
  }

  /** Newest first. @throws InvalidInputError for a cursor that no page returned */
  async list(request: { readonly limit: number; readonly cursor: string | undefined }): Promise<Page<MappingVersion>> {
    const before = request.cursor === undefined ? Number.MAX_SAFE_INTEGER : decodeCursor(request.cursor);
    const found = await this.mappings.list(before, request.limit + 1);
    const items = found.slice(0, request.limit);
    const last = items.at(-1);
    return {
      items,
      nextCursor: found.length > items.length && last !== undefined ? encodeCursor(last.version) : null,
    };
  }

  /**
   * Replaces the rules. The next request of every person follows them.
   * @param base the version that the rules were made from @param caller id of who changes them
   * @throws InvalidInputError for two rules of one group, ConflictError if the base is not the newest version
   */
  async replace(base: number, rules: readonly MappingRule[], caller: string): Promise<MappingVersion> {
    const names = rules.map(({ providerGroup }) => providerGroup);
    const repeated = names.findIndex((name, i) => names.indexOf(name) !== i);
    if (repeated >= 0)
      throw new InvalidInputError([{ pointer: `/rules/${repeated}/provider_group`, detail: 'has a rule already' }]);
    const { version } = await this.mappings.current();
    const added = {
      version: version + 1,
      rules: rules.map(storedRule),
      createdAt: (await this.clock.now()).toISOString(),
      createdBy: caller,
    };
    if (base !== version || !(await this.mappings.add(added)))
      throw new ConflictError(`Version ${base} is no longer the newest mapping; read it and make the change again.`);
    return added;
  }
}
