import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { MultipartFile } from '@fastify/multipart';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EffectiveFilter, RequiresScope } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { TaxonomyVersion } from '../../shared/domain/taxonomy-version.js';
import { abortSignal } from '../../shared/interface/abort-signal.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { parseJson } from '../../shared/interface/body-parsers.js';
import { holdBytes } from '../../shared/interface/request-bodies.js';
import { faultsOf } from '../../shared/interface/validation.js';
import { StoreUpload } from '../application/store-upload.js';
import { DocumentOutcomeDto } from './document.dto.js';
import { toOutcomeDto } from './document-mapping.js';
import { UploadFieldsDto } from './upload.dto.js';

interface Upload {
  readonly file: { readonly bytes: Buffer; readonly name: string; readonly mediaType: string } | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Only the last part of a name is a name; the rest is a path of somebody's machine. */
function baseName(name: string): string {
  return name.split(/[/\\]/).at(-1) ?? '';
}

function isTooLarge(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
}

function fileTooLarge(): DomainError {
  return new DomainError(
    'too-large',
    'too-large',
    'The file is larger than MAX_UPLOAD_MB; split it, or raise the limit.',
  );
}

/** Reads a file of the form. @throws DomainError (413) above MAX_UPLOAD_MB, (503) when all bodies together hold too much */
async function readFile(request: FastifyRequest, { file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) continue;
    holdBytes(request, bytes.length);
    chunks.push(bytes);
  }
  if (file.truncated) throw fileTooLarge();
  return Buffer.concat(chunks);
}

async function readParts(request: FastifyRequest): Promise<Upload> {
  const fields: Record<string, unknown> = {};
  let file: Upload['file'];
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value;
    else {
      const bytes = await readFile(request, part);
      if (part.fieldname === 'file') file = { bytes, name: baseName(part.filename), mediaType: part.mimetype };
      else fields[part.fieldname] = part.filename;
    }
  }
  return { file, fields };
}

/** `canonical_path` comes as the text of a JSON array. */
function withPath(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { canonical_path: path } = fields;
  if (typeof path !== 'string') return { ...fields };
  try {
    return { ...fields, canonical_path: parseJson(Buffer.from(path)) };
  } catch {
    return { ...fields };
  }
}

@ApiTags('Documents')
@Controller('documents')
export class UploadController {
  constructor(
    private readonly storeUpload: StoreUpload,
    private readonly taxonomy: TaxonomyVersion,
  ) {}

  /** Stores the text of a file: PDF, DOCX, HWPX, Markdown, HTML or plain text. */
  @Post('upload')
  @RequiresScope('ingest')
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['file', 'canonical_path'],
      properties: {
        file: { type: 'string', format: 'binary' },
        canonical_path: { type: 'string', description: 'JSON array of 1..5 labels', example: '["학사", "학적"]' },
        title: { type: 'string', description: 'The title that the file gives, or its name, by default' },
        document_id: { type: 'string' },
      },
    },
  })
  @ApiCreatedResponse({ type: DocumentOutcomeDto, description: 'The document is new.' })
  @ApiOkResponse({ type: DocumentOutcomeDto, description: 'The id was known: replaced (indexed) or unchanged.' })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async upload(
    @Req() request: FastifyRequest,
    @EffectiveFilter() filter: CategoryFilter,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DocumentOutcomeDto> {
    if (!request.isMultipart())
      throw new DomainError('unsupported-type', 'unsupported-type', 'Send the file as multipart/form-data.');
    const { file, fields } = await this.parts(request);
    const dto = plainToInstance(UploadFieldsDto, withPath(fields));
    const faults = faultsOf(validateSync(dto, { whitelist: true, forbidNonWhitelisted: true }), dto);
    if (file === undefined) faults.unshift({ pointer: '/file', detail: 'a file is needed in the field "file"' });
    if (faults.length > 0 || file === undefined) throw new InvalidInputError(faults);
    const outcome = await this.storeUpload.execute(
      { file, documentId: dto.document_id, title: dto.title, canonicalPath: dto.canonical_path },
      filter,
      abortSignal(reply),
    );
    reply.status(outcome.created ? 201 : 200);
    return toOutcomeDto(outcome, await this.taxonomy.current());
  }

  private async parts(request: FastifyRequest): Promise<Upload> {
    try {
      return await readParts(request);
    } catch (error) {
      if (isTooLarge(error)) throw fileTooLarge();
      // The multipart parser throws plain errors for a form that it cannot read.
      if (error instanceof Error && !('statusCode' in error) && !(error instanceof DomainError)) {
        throw new DomainError(
          'unparsable',
          'unparsable',
          'The form cannot be read: it is cut off, or its boundary is not that of the content type.',
        );
      }
      throw error;
    }
  }
}
