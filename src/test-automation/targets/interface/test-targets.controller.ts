import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../access/domain/caller.js';
import { CurrentCaller, ForWholeService, RequiresScope } from '../../../access/interface/access.decorators.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { SaveTargets } from '../application/save-targets.js';
import { toTarget, toRecord } from '../domain/target-record.js';
import { ConfiguredTarget } from '../domain/test-target.js';
import {
  TestTargetListDto,
  TestTargetNamesDto,
  TargetPriceDto,
  TargetRequestDto,
  TargetResponseDto,
  TestTargetDto,
} from './test-target.dto.js';
import { ChooseTarget, ReadTargets } from '../application/choose-target.js';

const toList = (targets: readonly ConfiguredTarget[]): TestTargetListDto => ({ items: targets.map(toTargetDto) });

@ApiTags('Test automation')
@Controller('test-targets')
export class TestTargetsController {
  constructor(
    private readonly readTargets: ReadTargets,
    private readonly saveTargets: SaveTargets,
    private readonly chooseTarget: ChooseTarget,
  ) {}

  /** Lists the systems that test sessions may question by name. */
  @Get()
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 422, 429)
  async list(): Promise<TestTargetListDto> {
    return toList(await this.readTargets.list());
  }

  /** Names the systems that a session of the caller may question. Addresses and headers are for administrators. */
  @Get('names')
  @RequiresScope('test')
  @ApiProblems(401, 403, 422, 429)
  async listNames(@CurrentCaller() caller: Caller): Promise<TestTargetNamesDto> {
    const choices = await this.chooseTarget.choices(caller.id);
    return { items: choices.map(({ name, kind }) => ({ name, kind })) };
  }

  /** Replaces the systems that test sessions may question by name. */
  @Put()
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async replace(@Body() body: TestTargetListDto, @CurrentCaller() caller: Caller): Promise<TestTargetListDto> {
    const sent = body.items.map(({ origin, ...record }) => ({ target: toTarget(record), origin }));
    return toList(await this.saveTargets.replace(sent, caller.id));
  }
}

/** A target as GET gives it: defaults written out, members without a value left out. */
export function toTargetDto({ target, origin }: ConfiguredTarget): TestTargetDto {
  const { headers, request, response, price, scopes, ...record } = toRecord(target);
  const dto = Object.assign(new TestTargetDto(), record);
  if (headers !== undefined) dto.headers = { ...headers };
  if (request !== undefined) dto.request = Object.assign(new TargetRequestDto(), request);
  if (response !== undefined) dto.response = Object.assign(new TargetResponseDto(), response);
  if (price !== undefined) dto.price = Object.assign(new TargetPriceDto(), price);
  dto.scopes = [...(scopes ?? [])];
  dto.origin = origin;
  return dto;
}
