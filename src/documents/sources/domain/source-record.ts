import { FileNameDate, RemovalPolicy, SOURCE_DEFAULTS, SourceHeader, SourceSettings } from './source.js';

/** The settings of a source in the form of the API, of `sources.json` and of the store. */
export interface SourceRecord {
  readonly name: string;
  readonly kind: string;
  readonly location: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly category: readonly string[];
  readonly folders_as_categories?: boolean | undefined;
  readonly category_rules?: readonly { readonly match: string; readonly path: readonly string[] }[] | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly group_rules?: readonly { readonly match: string; readonly groups: readonly string[] }[] | undefined;
  readonly file_name_date?: FileNameDate | null | undefined;
  readonly date_rules?:
    | readonly {
        readonly match: string;
        readonly effective_from?: string | null | undefined;
        readonly effective_to?: string | null | undefined;
      }[]
    | undefined;
  readonly removed?: RemovalPolicy | undefined;
  readonly schedule?: { readonly cron: string; readonly time_zone?: string | undefined } | null | undefined;
  readonly watch?: boolean | undefined;
  readonly paused?: boolean | undefined;
}

/** Whether a value is a header: a text, or the name of a variable with an optional prefix. */
export function isSourceHeader(
  value: unknown,
): value is string | { readonly secret: string; readonly prefix?: string | undefined } {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null || !('secret' in value) || typeof value.secret !== 'string')
    return false;
  if ('prefix' in value && typeof value.prefix !== 'string') return false;
  return Object.keys(value).every((name) => name === 'secret' || name === 'prefix');
}

function headersFrom(record: SourceRecord['headers']): Record<string, SourceHeader> {
  const headers: [string, SourceHeader][] = [];
  for (const [name, value] of Object.entries(record ?? {}))
    if (isSourceHeader(value))
      headers.push([name, typeof value === 'string' ? value : { secret: value.secret, prefix: value.prefix ?? '' }]);
  return Object.fromEntries(headers);
}

/**
 * A record of valid shape, with every default filled in.
 * @param timeZone of schedules without one
 */
export function toSettings(record: SourceRecord, timeZone: string): SourceSettings {
  const { schedule, date_rules: dates = [] } = record;
  return {
    name: record.name.normalize('NFC'),
    kind: record.kind,
    location: record.location,
    headers: headersFrom(record.headers),
    include: record.include ?? SOURCE_DEFAULTS.include,
    exclude: record.exclude ?? SOURCE_DEFAULTS.exclude,
    category: record.category,
    foldersAsCategories: record.folders_as_categories ?? SOURCE_DEFAULTS.foldersAsCategories,
    categoryRules: record.category_rules ?? SOURCE_DEFAULTS.categoryRules,
    groups: record.groups ?? SOURCE_DEFAULTS.groups,
    groupRules: record.group_rules ?? SOURCE_DEFAULTS.groupRules,
    fileNameDate: record.file_name_date ?? SOURCE_DEFAULTS.fileNameDate,
    dateRules: dates.map(({ match, effective_from, effective_to }) => ({
      match,
      effectiveFrom: effective_from ?? null,
      effectiveTo: effective_to ?? null,
    })),
    removed: record.removed ?? SOURCE_DEFAULTS.removed,
    schedule: schedule == null ? null : { cron: schedule.cron, timeZone: schedule.time_zone ?? timeZone },
    watch: record.watch ?? SOURCE_DEFAULTS.watch,
    paused: record.paused ?? SOURCE_DEFAULTS.paused,
  };
}

/** Every member, so that a caller can send the record back unchanged. */
export function toRecord(settings: SourceSettings): Required<SourceRecord> {
  const { schedule } = settings;
  return {
    name: settings.name,
    kind: settings.kind,
    location: settings.location,
    headers: settings.headers,
    include: settings.include,
    exclude: settings.exclude,
    category: settings.category,
    folders_as_categories: settings.foldersAsCategories,
    category_rules: settings.categoryRules,
    groups: settings.groups,
    group_rules: settings.groupRules,
    file_name_date: settings.fileNameDate,
    date_rules: settings.dateRules.map(({ match, effectiveFrom, effectiveTo }) => ({
      match,
      effective_from: effectiveFrom,
      effective_to: effectiveTo,
    })),
    removed: settings.removed,
    schedule: schedule === null ? null : { cron: schedule.cron, time_zone: schedule.timeZone },
    watch: settings.watch,
    paused: settings.paused,
  };
}
