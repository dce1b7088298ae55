import { accessGroups } from '../../shared/domain/access-groups.js';
import { displayPath, isCategoryPath, pathFaults } from '../../shared/domain/category-path.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { DocumentDraft, DocumentSummary, StoredDocument } from '../domain/document.js';
import { RequestedTable } from '../application/read-documents.js';
import { DocumentChanges } from '../application/change-document.js';
import { NearDuplicate } from '../application/find-duplicates.js';
import { StoreOutcome } from '../application/store-documents.js';
import { PartOutcome, UploadedFields, UploadOutcome } from '../application/store-upload.js';
import { ChangeDocumentDto } from './change-document.dto.js';
import {
  DocumentDto,
  DocumentOutcomeDto,
  DocumentSummaryDto,
  ListDocumentsDto,
  NearDuplicateDto,
  PutDocumentDto,
  UploadOutcomeDto,
  UploadPartDto,
} from './document.dto.js';
import { UploadFieldsDto } from './upload.dto.js';

export function toDraft(dto: PutDocumentDto): DocumentDraft {
  return {
    documentId: dto.document_id,
    title: dto.title,
    text: dto.text,
    contentType: dto.content_type ?? 'text/plain',
    canonicalPath: dto.canonical_path,
    sourceUrl: dto.source_url == null ? null : new URL(dto.source_url).href,
    date: dto.date ?? null,
    version: dto.version ?? null,
    effectiveFrom: dto.effective_from ?? null,
    effectiveTo: dto.effective_to ?? null,
    metadata: dto.metadata ?? {},
    ...groupsOf(dto),
    onDuplicate: dto.on_duplicate ?? 'keep',
  };
}

export function toChanges(dto: ChangeDocumentDto): DocumentChanges {
  const { title, canonical_path: path, date, effective_from: from, effective_to: to, metadata } = dto;
  return {
    ...(title === undefined ? {} : { title }),
    ...(path === undefined ? {} : { canonicalPath: displayPath(path) }),
    ...(date === undefined ? {} : { date }),
    ...(from === undefined ? {} : { effectiveFrom: from }),
    ...(to === undefined ? {} : { effectiveTo: to }),
    ...(metadata === undefined ? {} : { metadata }),
    ...groupsOf(dto),
  };
}

/** Absent without the field, so that a known document keeps its groups. */
export function groupsOf({ groups }: { readonly groups?: readonly string[] | null }): Pick<DocumentDraft, 'groups'> {
  return groups == null ? {} : { groups: accessGroups(groups) };
}

/** The fields of an upload that do not come from its file. */
export function uploadedFields(dto: UploadFieldsDto): UploadedFields {
  const { version, effective_from: from } = dto;
  return {
    ...groupsOf(dto),
    ...(version === undefined ? {} : { version }),
    ...(from === undefined ? {} : { effectiveFrom: from }),
  };
}

export function toOutcomeDto(outcome: StoreOutcome, taxonomyVersion: string): DocumentOutcomeDto {
  return {
    document_id: outcome.documentId,
    chunks: outcome.chunks,
    canonical_path: [...outcome.canonicalPath],
    content_hash: outcome.contentHash,
    status: outcome.status,
    taxonomy_version: taxonomyVersion,
    ...(outcome.duplicateOf.length === 0 ? {} : { duplicate_of: [...outcome.duplicateOf] }),
    ...(outcome.replaced.length === 0 ? {} : { replaced: [...outcome.replaced] }),
  };
}

export function toNearDuplicateDto({ document, similarity }: NearDuplicate): NearDuplicateDto {
  const { documentId, title, canonicalPath } = document;
  return { document_id: documentId, title, canonical_path: [...canonicalPath], similarity };
}

export function toUploadDto(outcome: UploadOutcome, taxonomyVersion: string): UploadOutcomeDto {
  const { encoding, near, parts, edition } = outcome;
  return Object.assign(
    toOutcomeDto(outcome, taxonomyVersion),
    near.length === 0 ? {} : { near_duplicates: near.map(toNearDuplicateDto) },
    encoding === undefined ? {} : { encoding },
    {
      ...(parts === undefined ? {} : { parts: parts.map(toPartDto) }),
      ...(edition === undefined
        ? {}
        : { previous_id: edition.previousId, previous_effective_to: edition.previousEffectiveTo }),
    },
  );
}

function toPartDto({ name, outcome }: PartOutcome): UploadPartDto {
  if (outcome instanceof DomainError) return { name, status: 'failed', detail: outcome.message };
  return { name, status: outcome.status, document_id: outcome.documentId, chunks: outcome.chunks };
}

/** @param kept names of the stored files, by document */
export function toSummaryDto(document: DocumentSummary, kept: ReadonlyMap<string, string>): DocumentSummaryDto {
  return {
    document_id: document.documentId,
    title: document.title,
    content_type: document.contentType,
    canonical_path: [...document.canonicalPath],
    source_url: document.sourceUrl,
    date: document.date,
    version: document.version,
    effective_from: document.effectiveFrom,
    effective_to: document.effectiveTo,
    metadata: { ...document.metadata },
    groups: [...document.groups],
    original_url: kept.has(document.documentId)
      ? `/documents/${encodeURIComponent(document.documentId)}/original`
      : null,
    original_name: kept.get(document.documentId) ?? null,
    content_hash: document.contentHash,
    chunks: document.chunks,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
}

export function toDocumentDto(document: StoredDocument, kept: ReadonlyMap<string, string>): DocumentDto {
  return { ...toSummaryDto(document, kept), text: document.text };
}

function parse(text: string): unknown {
  if (!text.trimStart().startsWith('[')) return text.split('/');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads `?path=`: a JSON array or labels joined by a slash; undefined when it is absent. @throws InvalidInputError */
export function readPathParameter(text: string | undefined): string[] | undefined {
  if (text === undefined || text === '') return undefined;
  const value = parse(text);
  if (isCategoryPath(value)) return value;
  throw new InvalidInputError(pathFaults(value, '/path'));
}

/** How the list is sorted and filtered; undefined if the request names no order and no filter of a table. */
export function tableOf(query: ListDocumentsDto): RequestedTable | undefined {
  const { sort, direction, in_force: force, as_of: day, source, edition, from, to, copies: areCopies } = query;
  const filters = { force, source: givenText(source), edition: givenText(edition), from, to, areCopies };
  const isTable = [sort, direction, ...Object.values(filters)].some((value) => value !== undefined);
  if (!isTable) return undefined;
  return { order: { sort: sort ?? 'title', direction: direction ?? 'ascending' }, day, ...filters };
}

/** An empty field limits nothing. */
function givenText(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}
