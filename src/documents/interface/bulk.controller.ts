import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { EffectiveFilter, RequiresScope, Sender } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { parseJson } from '../../shared/interface/body-parsers.js';
import { withoutStrangers } from '../../shared/interface/dto-limits.js';
import { faultsOf } from '../../shared/interface/validation.js';
import { BulkLine, LoadBulk } from '../application/load-bulk.js';
import { DocumentDraft } from '../domain/document.js';
import { BulkOutcomeDto, PutDocumentDto } from './document.dto.js';
import { toDraft } from './document-mapping.js';
import { byteLines, isBlank, MAX_LINE_BYTES } from '../../shared/interface/ndjson-lines.js';

function readDraft(bytes: Buffer | undefined): DocumentDraft | DomainError {
  if (bytes === undefined)
    return new DomainError(
      'too-large',
      'too-large',
      `The line is longer than ${MAX_LINE_BYTES} bytes; split the document.`,
    );
  try {
    const value = parseJson(bytes);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return new InvalidInputError([{ pointer: '', detail: 'a line must be a JSON object' }]);
    }
    const dto = plainToInstance(PutDocumentDto, withoutStrangers(PutDocumentDto, value));
    const faults = faultsOf(validateSync(dto, { whitelist: true, forbidNonWhitelisted: true }), value);
    return faults.length > 0 ? new InvalidInputError(faults) : toDraft(dto);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
}

async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<BulkLine> {
  for await (const { line, bytes } of byteLines(stream)) {
    if (bytes !== undefined && isBlank(bytes)) continue;
    yield { line, draft: readDraft(bytes) };
  }
}

function isByteStream(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

@ApiTags('Documents')
@Controller('documents')
export class BulkController {
  constructor(private readonly loadBulk: LoadBulk) {}

  /** Loads a stream of documents, one JSON object per line. A bad line fails alone; every document in the counts is on disk. */
  @Post('bulk')
  @HttpCode(200)
  @RequiresScope('ingest')
  @ApiConsumes('application/x-ndjson')
  @ApiBody({
    schema: {
      type: 'string',
      example: '{"title": "Tide table", "text": "High tide is at six.", "canonical_path": ["Harbour"]}\n',
    },
  })
  @ApiProblems(400, 401, 403, 415)
  async load(
    @Req() request: FastifyRequest,
    @EffectiveFilter() filter: CategoryFilter,
    @Sender() sender: string,
  ): Promise<BulkOutcomeDto> {
    const { body } = request;
    if (!isByteStream(body))
      throw new DomainError(
        'unsupported-type',
        'unsupported-type',
        'Send one JSON object a line as application/x-ndjson.',
      );
    const started = performance.now();
    const outcome = await this.loadBulk.load(readLines(body), filter, sender);
    return {
      indexed: outcome.indexed,
      unchanged: outcome.unchanged,
      failed: outcome.failed,
      duplicates: outcome.duplicates,
      errors: outcome.errors.map((e) => ({
        line: e.line,
        ...(e.documentId === undefined ? {} : { document_id: e.documentId }),
        detail: e.detail,
      })),
      took_ms: Math.round(performance.now() - started),
    };
  }
}
