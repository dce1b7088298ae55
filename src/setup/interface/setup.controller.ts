import { Body, Controller, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ForWholeService, RequiresScope } from '../../access/interface/access.decorators.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';
import { TryService } from '../application/try-service.js';
import { PresentService, PresentServices } from '../domain/model-service.js';
import { PresentServiceDto, PresentServicesDto, TrialResultDto, TryServiceDto } from './setup.dto.js';

/** A URL of the settings may have a user and a password. */
function shownUrl(baseUrl: string | undefined): string | null {
  if (baseUrl === undefined) return null;
  const { origin, pathname } = new URL(baseUrl);
  return pathname === '/' ? origin : `${origin}${pathname}`;
}

const presentDto = ({ part, kind, baseUrl, model, keyName, apiKey }: PresentService): PresentServiceDto => ({
  part,
  kind,
  base_url: shownUrl(baseUrl),
  model: model ?? null,
  key_name: keyName ?? null,
  has_key: apiKey !== undefined,
});

/** For setting up a language model, an embedding and a reranker. */
@ApiTags('Configuration')
@Controller('setup/services')
export class SetupController {
  constructor(
    private readonly present: PresentServices,
    private readonly trial: TryService,
  ) {}

  /** Returns which language model, embedding and reranker the settings name, without their keys. */
  @Get()
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(401, 403, 429)
  read(): PresentServicesDto {
    return { services: this.present.all.map(presentDto) };
  }

  /**
   * Sends one small request to a language model, an embedding or a reranker, and reports whether it works. Nothing is stored: to use the
   * service, write it into the settings and restart. Link-local addresses and those of this server are refused.
   */
  @Post('test')
  @HttpCode(200)
  @RequiresScope('admin')
  @ForWholeService()
  @ApiProblems(400, 401, 403, 413, 415, 422, 429)
  async test(@Body() body: TryServiceDto, @Res({ passthrough: true }) reply: FastifyReply): Promise<TrialResultDto> {
    const { part, kind, base_url: baseUrl, model, api_key: apiKey } = body;
    const result = await this.trial.try({ part, kind, baseUrl, model, apiKey }, abortSignal(reply));
    const { failure, detail, tookMs, timeoutMultiplier, answer, dimensions } = result;
    return {
      works: failure === null,
      failure,
      detail,
      took_ms: tookMs,
      timeout_multiplier: timeoutMultiplier,
      answer: answer === null ? null : { question: answer.question, text: answer.text, right: answer.isRight },
      dimensions,
    };
  }
}
