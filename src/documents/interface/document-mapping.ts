import { DocumentDraft, DocumentSummary, StoredDocument } from '../domain/document.js';
import { StoreOutcome } from '../application/store-documents.js';
import { UploadOutcome } from '../application/store-upload.js';
import {
  DocumentDto,
  DocumentOutcomeDto,
  DocumentSummaryDto,
  PutDocumentDto,
  UploadOutcomeDto,
} from './document.dto.js';

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
  };
}

export function toUploadDto(outcome: UploadOutcome, taxonomyVersion: string): UploadOutcomeDto {
  const { encoding } = outcome;
  return Object.assign(toOutcomeDto(outcome, taxonomyVersion), encoding === undefined ? {} : { encoding });
}

export function toSummaryDto(document: DocumentSummary): DocumentSummaryDto {
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
    content_hash: document.contentHash,
    chunks: document.chunks,
    created_at: document.createdAt,
    updated_at: document.updatedAt,
  };
}

export function toDocumentDto(document: StoredDocument): DocumentDto {
  return { ...toSummaryDto(document), text: document.text };
}
