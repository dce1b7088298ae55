import { accessGroups, AccessGroups } from '../../../shared/domain/access-groups.js';
import { isUnsafeLabel, MAX_LABEL_LENGTH, MAX_LEVELS } from '../../../shared/domain/category-path.js';
import { cleanedName } from '../../../shared/domain/visible-name.js';
import { FileMetadata } from './file-metadata.js';
import { nameDate } from './name-date.js';
import { SourceSettings } from './source.js';

/** Whether a path matches a glob pattern. */
export abstract class PathPatterns {
  /** Why a text is not a valid pattern, as the end of a sentence; undefined if it is valid. */
  abstract faultOf(pattern: string): string | undefined;
  /** @returns a test for paths that match one of the patterns */
  abstract matcher(patterns: readonly string[]): (path: string) => boolean;
}

/** The result of the source's rules for one file, before the file is read. */
export interface FileMapping {
  readonly canonicalPath: readonly string[];
  readonly date: string | null;
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  /** Groups that may read the document; absent without a rule. */
  readonly groups?: AccessGroups;
}

/** The fields of a document that do not come from its text. */
export interface DocumentFields extends FileMapping {
  readonly groups: AccessGroups;
  readonly title: string | undefined;
  readonly version: string | null;
}

/** A folder as a label: characters that a label must not contain become blanks. '' if nothing is left. */
function labelOf(folder: string): string {
  const safe = cleanedName(folder.normalize('NFC').replace(/\.{2,}|[/\\<>|:*?"]/gu, ' '));
  const label = Array.from(safe).slice(0, MAX_LABEL_LENGTH).join('').trim();
  return isUnsafeLabel(label) ? '' : label;
}

/** The rules of one source, compiled for many files. */
export class FileRules {
  private readonly isIncluded: (path: string) => boolean;
  private readonly isExcluded: (path: string) => boolean;
  private readonly categories: readonly { matches: (path: string) => boolean; path: readonly string[] }[];
  private readonly groups: readonly { matches: (path: string) => boolean; groups: AccessGroups }[];
  private readonly dates: readonly { matches: (path: string) => boolean; from: string | null; to: string | null }[];

  constructor(
    private readonly settings: SourceSettings,
    patterns: PathPatterns,
  ) {
    this.isIncluded = settings.include.length === 0 ? () => true : patterns.matcher(settings.include);
    this.isExcluded = patterns.matcher(settings.exclude);
    this.categories = settings.categoryRules.map(({ match, path }) => ({ matches: patterns.matcher([match]), path }));
    this.groups = settings.groupRules.map(({ match, groups }) => ({
      matches: patterns.matcher([match]),
      groups: accessGroups(groups),
    }));
    this.dates = settings.dateRules.map(({ match, effectiveFrom, effectiveTo }) => ({
      matches: patterns.matcher([match]),
      from: effectiveFrom,
      to: effectiveTo,
    }));
  }

  /** Whether a file is part of the source. */
  includes(path: string): boolean {
    return this.isIncluded(path) && !this.isExcluded(path);
  }

  /** @param editionEnd last day before the next edition of the same series, see `editionEnds` */
  mapping(path: string, editionEnd: string | undefined): FileMapping {
    const rule = this.dates.find(({ matches }) => matches(path));
    const { fileNameDate } = this.settings;
    const named = fileNameDate === null ? undefined : nameDate(path)?.day;
    const isEdition = fileNameDate === 'effective_from';
    const groups = this.groups.find(({ matches }) => matches(path))?.groups ?? accessGroups(this.settings.groups);
    return {
      canonicalPath: this.category(path),
      date: fileNameDate === 'date' ? (named ?? null) : null,
      effectiveFrom: (isEdition ? named : undefined) ?? rule?.from ?? null,
      effectiveTo: (isEdition ? editionEnd : undefined) ?? rule?.to ?? null,
      ...(groups.length === 0 ? {} : { groups }),
    };
  }

  private category(path: string): readonly string[] {
    const rule = this.categories.find(({ matches }) => matches(path));
    if (rule !== undefined) return rule.path;
    const { category, foldersAsCategories } = this.settings;
    if (!foldersAsCategories) return category;
    const folders = path.split('/').slice(0, -1).map(labelOf);
    return [...category, ...folders.filter((label) => label !== '')].slice(0, MAX_LEVELS);
  }
}

/** The rules of the source, overridden by the file's own metadata. */
export function documentFields(mapping: FileMapping, metadata: FileMetadata): DocumentFields {
  return {
    ...mapping,
    title: metadata.title,
    version: metadata.version ?? null,
    date: metadata.date ?? mapping.date,
    effectiveFrom: metadata.effectiveFrom ?? mapping.effectiveFrom,
    effectiveTo: metadata.effectiveTo ?? mapping.effectiveTo,
    groups: metadata.groups ?? mapping.groups ?? [],
  };
}
