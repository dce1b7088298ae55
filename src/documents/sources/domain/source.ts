import { InvalidInputError } from '../../../shared/domain/domain-error.js';

/** What to do with the documents of a file that the source no longer has: `keep` ends their force the day before. */
export const REMOVAL_POLICIES = ['delete', 'keep'] as const;
export type RemovalPolicy = (typeof REMOVAL_POLICIES)[number];

/** The meaning of a date in a file name. */
export const FILE_NAME_DATES = ['effective_from', 'date'] as const;
export type FileNameDate = (typeof FILE_NAME_DATES)[number];

/** Files under a pattern belong to a category. */
export interface CategoryRule {
  readonly match: string;
  readonly path: readonly string[];
}

/** Files under a pattern may be read by these groups. */
export interface GroupRule {
  readonly match: string;
  readonly groups: readonly string[];
}

/** Files under a pattern are in force on these days. */
export interface DateRule {
  readonly match: string;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
}

/** A header of outgoing requests: a text, or the environment variable that contains it. */
export type SourceHeader = string | { readonly secret: string; readonly prefix: string };

/** Times of runs, five cron fields. */
export interface SourceSchedule {
  readonly cron: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** The settings that a person chooses for a source. */
export interface SourceSettings {
  readonly name: string;
  /** The connector that reads it. */
  readonly kind: string;
  /** Members that the connector of the kind understands, for example `folder` or `url`. */
  readonly location: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, SourceHeader>>;
  /** Glob patterns; an empty list includes every file. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Category of files that no rule matches. */
  readonly category: readonly string[];
  /** Whether folders of the source become labels below the category. */
  readonly foldersAsCategories: boolean;
  /** The first rule that matches decides. */
  readonly categoryRules: readonly CategoryRule[];
  /** Groups that may read files that no rule matches; none with an empty list. */
  readonly groups: readonly string[];
  /** The first rule that matches decides. */
  readonly groupRules: readonly GroupRule[];
  readonly fileNameDate: FileNameDate | null;
  readonly dateRules: readonly DateRule[];
  readonly removed: RemovalPolicy;
  readonly schedule: SourceSchedule | null;
  /** Whether a change in the source starts a run; for folders. */
  readonly watch: boolean;
  readonly paused: boolean;
}

/** Origin of a source's definition: the API, or `sources.json`. */
export type SourceOrigin = 'api' | 'file';

export interface Source {
  readonly id: string;
  readonly origin: SourceOrigin;
  /** The key whose rights its runs have. */
  readonly owner: string;
  readonly settings: SourceSettings;
}

/** Owner name of sources in the configuration: they have the rights of the server itself. */
export const SERVER_OWNER = 'server';

/** Defaults of all optional settings. */
export const SOURCE_DEFAULTS: Omit<SourceSettings, 'name' | 'kind' | 'location' | 'category'> = {
  headers: {},
  include: [],
  exclude: [],
  foldersAsCategories: false,
  categoryRules: [],
  groups: [],
  groupRules: [],
  fileNameDate: null,
  dateRules: [],
  removed: 'delete',
  schedule: null,
  watch: false,
  paused: false,
};

/**
 * The text member of a location.
 * @throws InvalidInputError when it is missing or not a text
 */
export function locationText(settings: SourceSettings, name: string, example: string): string {
  const value = settings.location[name];
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new InvalidInputError([
    { pointer: `/location/${name}`, detail: `is needed for the kind ${settings.kind}, for example "${example}"` },
  ]);
}

/**
 * The integer in a location; `otherwise` if it is missing.
 * @throws InvalidInputError when it is out of range
 */
export function locationNumber(
  settings: SourceSettings,
  name: string,
  { min, max, otherwise }: { readonly min: number; readonly max: number; readonly otherwise: number },
): number {
  const value = settings.location[name] ?? otherwise;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new InvalidInputError([
    { pointer: `/location/${name}`, detail: `must be a whole number from ${min} to ${max}` },
  ]);
}

/** @throws InvalidInputError for members of a location that its kind does not know */
export function assertOnlyMembers(settings: SourceSettings, known: readonly string[]): void {
  const foreign = Object.keys(settings.location).filter((name) => !known.includes(name));
  if (foreign.length === 0) return;
  throw new InvalidInputError(
    foreign.map((name) => ({
      pointer: `/location/${name}`,
      detail: `is not known for the kind ${settings.kind}; it takes ${known.join(', ')}`,
    })),
  );
}
