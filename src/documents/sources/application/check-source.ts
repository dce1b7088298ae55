import { Injectable } from '@nestjs/common';
import { accessGroups } from '../../../shared/domain/access-groups.js';
import { admitsGroups, allows, outsideAllowed } from '../../../shared/domain/category-filter.js';
import { ConflictError, DomainError, Fault, InvalidInputError } from '../../../shared/domain/domain-error.js';
import { outsideGroups } from '../../application/change-groups.js';
import { PathPatterns } from '../domain/file-mapping.js';
import { SourceConnectors, SourceRights } from '../domain/source-connectors.js';
import { settingsFaults } from '../domain/source-rules.js';
import { SourceSettings } from '../domain/source.js';
import { SourceCatalogue } from './source-catalogue.js';
import { CronTimes } from '../../../shared/domain/clock.js';

/** Checks the settings of a source against the rights of the key that its runs will have. */
@Injectable()
export class CheckSource {
  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly connectors: SourceConnectors,
    private readonly patterns: PathPatterns,
    private readonly times: CronTimes,
  ) {}

  /**
   * @param sourceId of the source to change
   * @throws InvalidInputError, or DomainError (403) for categories, groups and places that the owner may not use
   */
  async check(settings: SourceSettings, owner: string, sourceId: string | undefined): Promise<void> {
    const faults = [
      ...settingsFaults(settings, this.patterns, this.connectors.kinds),
      ...this.scheduleFaults(settings),
    ];
    if (faults.length > 0) throw new InvalidInputError(faults);
    const { name } = settings;
    const all = await this.catalogue.list();
    if (all.some((other) => other.settings.name === name && other.owner === owner && other.id !== sourceId))
      throw new ConflictError(`This key has a source named '${name}' already; choose another name.`);
    const rights = await this.rightsOf(owner);
    const paths = [settings.category, ...settings.categoryRules.map(({ path }) => path)];
    const outside = paths.find((path) => !allows(rights.filter, path));
    if (outside !== undefined) throw outsideAllowed(rights.filter, outside, 'documents');
    const groups = [settings.groups, ...settings.groupRules.map((rule) => rule.groups)].map(accessGroups);
    const hidden = groups.find((each) => !admitsGroups(rights.filter, each));
    if (hidden !== undefined) throw outsideGroups(hidden);
    await this.connectors.check(settings, rights);
  }

  /** @throws DomainError (403) when the key may no longer store documents */
  async rightsOf(owner: string): Promise<SourceRights> {
    const rights = await this.catalogue.rightsOf(owner);
    if (rights !== undefined) return rights;
    throw new DomainError('forbidden', 'source-owner', 'The key of this source may no longer store documents.');
  }

  private scheduleFaults({ schedule }: SourceSettings): Fault[] {
    if (schedule === null) return [];
    try {
      this.times.check(schedule.cron, schedule.timeZone);
      return [];
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it is not a cron expression';
      return [{ pointer: '/schedule/cron', detail: `cannot be read: ${reason}` }];
    }
  }
}
