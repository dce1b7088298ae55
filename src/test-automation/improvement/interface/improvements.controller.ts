import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, isAdministrator } from '../../../access/domain/caller.js';
import { CurrentCaller, ForWholeService, RequiresScope } from '../../../access/interface/access.decorators.js';
import { ApiProblems } from '../../../shared/interface/api-errors.decorator.js';
import { ShowSessions } from '../../sessions/application/show-sessions.js';
import { StoreImprovement } from '../application/store-improvement.js';
import { VerifyImprovement } from '../application/verify-improvement.js';
import { dismissalReason, Improvement, ImprovementStore } from '../../sessions/domain/improvement.js';
import { DismissImprovementDto, ImprovementDto, ImprovementPageDto } from './improvement.dto.js';
import { abortSignal } from '../../../shared/interface/on-response-close.js';

const toDto = (improvement: Improvement): ImprovementDto => {
  const reason = dismissalReason(improvement);
  const {
    id,
    type,
    priority,
    description,
    suggestedValue,
    patch,
    evidence,
    status,
    audit = [],
    isWithheld,
  } = improvement;
  return {
    id,
    type,
    priority,
    description,
    suggested_value: suggestedValue,
    patch,
    evidence,
    status,
    ...(reason === undefined ? {} : { dismissal_reason: reason }),
    audit: audit.map((entry) => ({ ...entry })),
    ...(isWithheld === true ? { withheld: true } : {}),
  };
};

/** An administrator acts on the improvements of every key. */
const acting = (caller: Caller) => ({ owner: isAdministrator(caller) ? undefined : caller.id, by: caller.id });

@ApiTags('Test automation')
@Controller('improvements')
export class ImprovementsController {
  constructor(
    private readonly improvements: ImprovementStore,
    private readonly verifyImprovement: VerifyImprovement,
    private readonly storeImprovement: StoreImprovement,
    private readonly showSessions: ShowSessions,
  ) {}

  /**
   * Lists the repairs that failures of the caller's test sessions suggest, newest session first; for an administrator those of all keys.
   */
  @Get()
  @RequiresScope('test')
  @ApiProblems(401, 403, 429)
  async list(@CurrentCaller() caller: Caller): Promise<ImprovementPageDto> {
    const found = await this.improvements.list(acting(caller).owner);
    return { items: (await this.showSessions.improvements(found, caller.filter)).map(toDto), next_cursor: null };
  }

  /**
   * Tries an improvement in a sandbox: on the failures that it is for, on paraphrases of them, and on questions about other topics. The
   * configuration in service does not change. It is verified if the failures improve and nothing else becomes worse beyond its interval;
   * otherwise it is rejected. The figures are in its evidence. A written suggestion, and one that is applied, is a conflict.
   */
  @Post(':id/verify')
  @HttpCode(200)
  @RequiresScope('test')
  @ForWholeService()
  @ApiProblems(401, 403, 404, 409, 429)
  async verify(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImprovementDto> {
    return this.shown(await this.verifyImprovement.verify(id, acting(caller), abortSignal(reply)), caller);
  }

  /** Makes a verified improvement a new version of the configuration and puts it in service, without a restart. */
  @Post(':id/apply')
  @HttpCode(200)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 404, 409, 429)
  async apply(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ImprovementDto> {
    return this.shown(await this.storeImprovement.apply(id, acting(caller)), caller);
  }

  /** Rolls an applied improvement back: restores the version before it, or, after later changes, makes a version without it. */
  @Post(':id/rollback')
  @HttpCode(200)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 404, 409, 429)
  async rollback(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ImprovementDto> {
    return this.shown(await this.storeImprovement.rollBack(id, acting(caller)), caller);
  }

  /**
   * Dismisses an improvement that is not wanted, with a reason, which is kept in its audit log. It is neither tried nor applied until it is
   * restored. One that is applied is a conflict: roll it back first.
   */
  @Post(':id/dismiss')
  @HttpCode(200)
  @RequiresScope('test')
  @ApiProblems(400, 401, 403, 404, 409, 422, 429)
  async dismiss(
    @Param('id') id: string,
    @Body() { reason }: DismissImprovementDto,
    @CurrentCaller() caller: Caller,
  ): Promise<ImprovementDto> {
    return this.shown(await this.storeImprovement.dismiss(id, acting(caller), reason), caller);
  }

  /** Undoes a dismissal: the improvement has the status from before it. */
  @Post(':id/restore')
  @HttpCode(200)
  @RequiresScope('test')
  @ApiProblems(401, 403, 404, 409, 429)
  async restore(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<ImprovementDto> {
    return this.shown(await this.storeImprovement.restore(id, acting(caller)), caller);
  }

  /** Its words are checked like those of the list. */
  private async shown(improvement: Improvement, { filter }: Caller): Promise<ImprovementDto> {
    const [shown] = await this.showSessions.improvements([improvement], filter);
    return toDto(shown ?? improvement);
  }
}
