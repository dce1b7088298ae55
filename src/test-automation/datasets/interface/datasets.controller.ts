import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtraModels,
  ApiOkResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../../access/domain/caller.js';
import { CurrentCaller, RequiresScope } from '../../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../../shared/domain/page.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { PageQueryDto } from '../../../shared/interface/page-query.dto.js';
import { ReadDatasets } from '../application/read-datasets.js';
import { StoreDataset } from '../application/store-dataset.js';
import { DatasetFormat, DatasetSummary } from '../domain/dataset.js';
import { itemRecord } from '../domain/item-record.js';
import {
  DatasetDto,
  DatasetExportQueryDto,
  DatasetPageDto,
  DatasetUploadQueryDto,
  StoredDatasetDto,
} from './dataset.dto.js';
import { bodyText } from './dataset-body.js';

const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';
const YAML = 'application/yaml';
const JSON_TYPE = 'application/json';
const TYPES: Readonly<Record<DatasetFormat, string>> = {
  csv: `${CSV}; charset=utf-8`,
  jsonl: NDJSON,
  promptfoo: YAML,
  ragas: JSON_TYPE,
  deepeval: JSON_TYPE,
};
const SHOWN_NOTES = 100;

const EXAMPLES = {
  'own fields': {
    value: {
      name: 'leave',
      items: [
        {
          id: 'leave-1',
          question: '휴학은 언제까지 신청하나요?',
          facts: [['개강 전날', '개강 하루 전']],
          tags: ['leave'],
        },
        { id: 'parking', question: '주차 요금은 얼마인가요?', answerable: false },
      ],
    },
  },
  'samples of Ragas': {
    value: [{ user_input: 'When is leave applied for?', reference: 'Until the day before the semester begins.' }],
  },
  'goldens of DeepEval': { value: [{ input: 'Who decides about leave?', expected_output: 'The dean.' }] },
  'tests of promptfoo': {
    value: {
      tests: [{ vars: { question: 'How long is leave?' }, assert: [{ type: 'icontains', value: 'two semesters' }] }],
    },
  },
};
const FILE = { type: 'string', example: 'question,reference\nWho decides about leave?,The dean.\n' } as const;

const toSummaryDto = ({ datasetId, name, createdAt, questions }: Omit<DatasetSummary, 'owner'>) => ({
  dataset_id: datasetId,
  name,
  created_at: createdAt,
  questions,
});

/** A team's own questions, which sessions ask instead of generated ones. They belong to the key that stored them. */
@ApiTags('Test automation')
@ApiExtraModels(DatasetDto)
@Controller('datasets')
export class DatasetsController {
  constructor(
    private readonly storeDataset: StoreDataset,
    private readonly readDatasets: ReadDatasets,
  ) {}

  /**
   * Stores questions from a file: CSV, JSONL, a configuration of promptfoo, samples of Ragas, goldens of DeepEval, or this server's own
   * fields. Unused parts of the file are listed. The same questions under the same name are stored once (200).
   */
  @Post()
  @ApiConsumes(JSON_TYPE, CSV, NDJSON, YAML)
  @ApiBody({
    schema: {
      example: EXAMPLES['own fields'].value,
      oneOf: [
        { type: 'object', additionalProperties: true },
        { type: 'array', items: { type: 'object', additionalProperties: true } },
        { type: 'string' },
      ],
    },
    examples: EXAMPLES,
  })
  @HttpCode(201)
  @ApiCreatedResponse({ description: 'The stored dataset.', type: StoredDatasetDto })
  @ApiOkResponse({ description: 'The same questions were stored under this name before.', type: StoredDatasetDto })
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async store(
    @Query() query: DatasetUploadQueryDto,
    @Body() body: unknown,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StoredDatasetDto> {
    const sent = { content: await bodyText(body), format: query.format, name: query.name };
    const { dataset, isNew, notes } = await this.storeDataset.storeDataset(sent, caller.id);
    if (!isNew) void reply.status(200);
    return {
      ...toSummaryDto({ ...dataset, questions: dataset.items.length }),
      notes: notes.slice(0, SHOWN_NOTES).map((note) => ({ ...note })),
      notes_total: notes.length,
    };
  }

  /** Lists the caller's datasets. */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 422, 429)
  async list(@Query() query: PageQueryDto, @CurrentCaller() caller: Caller): Promise<DatasetPageDto> {
    const page = await this.readDatasets.list(caller.id, query.limit ?? DEFAULT_PAGE, query.cursor);
    return { items: page.items.map(toSummaryDto), next_cursor: page.nextCursor };
  }

  /** Returns a dataset with its questions, or as a file in the requested format. */
  @Get(':id')
  @ApiOkResponse({
    description: 'The dataset, or the file.',
    content: {
      [JSON_TYPE]: {
        schema: {
          oneOf: [
            { $ref: getSchemaPath(DatasetDto) },
            { type: 'array', items: { type: 'object', additionalProperties: true } },
          ],
        },
      },
      [CSV]: { schema: FILE },
      [NDJSON]: { schema: { type: 'string' } },
      [YAML]: { schema: { type: 'string' } },
    },
  })
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 422, 429)
  async read(
    @Param('id') id: string,
    @Query() query: DatasetExportQueryDto,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DatasetDto | string> {
    if (query.format !== undefined) {
      const text = await this.readDatasets.exportAs(id, caller.id, query.format);
      reply.type(TYPES[query.format]);
      return text;
    }
    const dataset = await this.readDatasets.find(id, caller.id);
    const items = dataset.items.map(itemRecord);
    return { ...toSummaryDto({ ...dataset, questions: items.length }), items };
  }

  /** Deletes a dataset. Sessions that asked its questions keep them. */
  @Delete(':id')
  @HttpCode(204)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 429)
  async remove(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.readDatasets.remove(id, caller.id);
  }
}
