import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EffectiveFilter, RequestWithAccess, RequiresScope, Sender } from '../../access/interface/access.decorators.js';
import type { CategoryFilter } from '../../shared/domain/category-filter.js';
import { DomainError, InvalidInputError } from '../../shared/domain/domain-error.js';
import { TaxonomyVersion } from '../../shared/domain/category-path.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { faultsOf } from '../../shared/interface/validation.js';
import { StoreUpload } from '../application/store-upload.js';
import { ON_DUPLICATE } from '../domain/document.js';
import { UploadOutcomeDto } from './document.dto.js';
import { toUploadDto, uploadedFields } from './document-mapping.js';
import { UploadFieldsDto } from './upload.dto.js';
import { readUploadForm } from './upload-form.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';

const UPLOAD_FORM = {
  type: 'object',
  required: ['file', 'canonical_path'],
  properties: {
    file: { type: 'string', format: 'binary' },
    canonical_path: { type: 'string', description: 'JSON array of 1..5 labels', example: '["학사", "학적"]' },
    title: { type: 'string', description: 'By default the title in the file, or its name' },
    document_id: { type: 'string' },
    groups: {
      type: 'string',
      description: 'JSON array of the groups that may see the document, and those in the file; see POST /documents',
      example: '["staff"]',
    },
    on_duplicate: {
      type: 'string',
      enum: [...ON_DUPLICATE],
      default: 'keep',
      description: 'What to do if another document has the same text, see POST /documents',
    },
    edition_of: {
      type: 'string',
      example: '',
      description: 'Id of a document: the file is its next edition, see POST /documents/{document_id}/editions',
    },
    version: { type: 'string', description: 'Name of the edition', example: '2027' },
    effective_from: { type: 'string', format: 'date', description: 'First day in force', example: '2027-03-01' },
  },
};

@ApiTags('Documents')
@Controller('documents')
export class UploadController {
  constructor(
    private readonly storeUpload: StoreUpload,
    private readonly taxonomy: TaxonomyVersion,
  ) {}

  /**
   * Stores the text of a file: PDF, DOCX, HWPX, HWP, XLSX, PPTX, ODT, ODS, ODP, RTF, EPUB, EML, MBOX, ICS, CSV, TSV, JSON, YAML, SRT, VTT,
   * Markdown, HTML, plain text, or a ZIP of these. Attachments and the files of an archive become separate documents (`parts`). Pictures and scanned
   * PDF are read where text recognition is set up (`OCR=tesseract`). Texts in older encodings (EUC-KR, Shift-JIS, UTF-16, Latin) are read
   * by their mark, by the encoding that a page declares, or by their bytes.
   */
  @Post('upload')
  @RequiresScope('ingest')
  @ApiConsumes('multipart/form-data')
  @ApiBody({ schema: UPLOAD_FORM })
  @ApiCreatedResponse({ type: UploadOutcomeDto, description: 'The document is new.' })
  @ApiOkResponse({ type: UploadOutcomeDto, description: 'The id was known: replaced (indexed) or unchanged.' })
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async upload(
    @Req() request: FastifyRequest & RequestWithAccess,
    @EffectiveFilter() filter: CategoryFilter,
    @Sender() sender: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<UploadOutcomeDto> {
    if (!request.isMultipart())
      throw new DomainError('unsupported-type', 'unsupported-type', 'Send the file as multipart/form-data.');
    const { file, fields, faults: partFaults } = await readUploadForm(request);
    await request.admitAgain?.();
    const dto = plainToInstance(UploadFieldsDto, fields);
    const fieldFaults = faultsOf(validateSync(dto, { whitelist: true, forbidNonWhitelisted: true }), dto);
    const faults = [...partFaults, ...fieldFaults];
    if (file === undefined) faults.unshift({ pointer: '/file', detail: 'a file is needed in the field "file"' });
    if (faults.length > 0 || file === undefined) throw new InvalidInputError(faults);
    const outcome = await this.storeUpload.storeUpload(
      {
        file,
        documentId: dto.document_id,
        title: dto.title,
        canonicalPath: dto.canonical_path,
        onDuplicate: dto.on_duplicate ?? 'keep',
        caller: sender,
        fields: uploadedFields(dto),
        editionOf: dto.edition_of === '' ? undefined : dto.edition_of,
      },
      filter,
      abortSignal(reply),
    );
    reply.status(outcome.created ? 201 : 200);
    return toUploadDto(outcome, await this.taxonomy.current());
  }
}
