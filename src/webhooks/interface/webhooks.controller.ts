import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type Caller, isAdministrator } from '../../access/domain/caller.js';
import { CurrentCaller, RequiresScope, ShowsSecret } from '../../access/interface/access.decorators.js';
import { DEFAULT_PAGE } from '../../shared/domain/page.js';
import { ApiProblems } from '../../shared/interface/api-errors.decorator.js';
import { abortSignal } from '../../shared/interface/on-response-close.js';
import { PageQueryDto } from '../../shared/interface/page-query.dto.js';
import { ManageWebhooks, WebhookCaller } from '../application/manage-webhooks.js';
import { Delivery, Webhook } from '../domain/webhook.js';
import {
  ChangeWebhookDto,
  CreatedWebhookDto,
  CreateWebhookDto,
  DeliveryDto,
  DeliveryPageDto,
  RotateWebhookDto,
  WebhookDto,
  WebhookPageDto,
} from './webhook.dto.js';

const callerOf = (caller: Caller): WebhookCaller => ({ id: caller.id, isAdministrator: isAdministrator(caller) });

function webhookDto(webhook: Webhook): WebhookDto {
  const { id, url, events, description, status, failures, owner, createdAt, previous } = webhook;
  return {
    id,
    url,
    events: [...events],
    description,
    status,
    failures,
    previous_secret_until: previous?.until ?? null,
    owner,
    created_at: createdAt,
  };
}

/** With the secret, which a webhook that was just made or rotated has. */
const withSecret = (webhook: Webhook): CreatedWebhookDto =>
  Object.assign(webhookDto(webhook), { secret: webhook.secret ?? '' });

const HOUR_MS = 3_600_000;

function deliveryDto(delivery: Delivery): DeliveryDto {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.status === 'pending' ? delivery.nextAt : null,
    last_status: delivery.lastStatus,
    last_error: delivery.lastError,
    created_at: delivery.createdAt,
    ended_at: delivery.endedAt,
  };
}

/** Addresses that are notified of test sessions, jobs and runs of sources that end. */
@ApiTags('Webhooks')
@Controller('webhooks')
export class WebhooksController {
  constructor(private readonly webhooks: ManageWebhooks) {}

  /** Lists the webhooks of the caller; for an administrator those of all owners. */
  @Get()
  @RequiresScope('query')
  @ApiProblems(401, 422, 429)
  async list(@Query() query: PageQueryDto, @CurrentCaller() caller: Caller): Promise<WebhookPageDto> {
    const page = await this.webhooks.list(callerOf(caller), query.limit ?? DEFAULT_PAGE, query.cursor);
    return { items: page.items.map(webhookDto), next_cursor: page.nextCursor };
  }

  /**
   * Creates a webhook. It reports what its owner started and may see; that of an administrator without categories reports everything. The
   * secret is returned only here. A caller without the scope admin may name public addresses only.
   */
  @Post()
  @RequiresScope('query')
  @ShowsSecret()
  @ApiProblems(400, 401, 403, 409, 413, 415, 422, 429)
  async create(@Body() body: CreateWebhookDto, @CurrentCaller() caller: Caller): Promise<CreatedWebhookDto> {
    const { url, events, description = '' } = body;
    return withSecret(await this.webhooks.create({ url, events, description }, callerOf(caller)));
  }

  /** Shows a webhook. */
  @Get(':webhook_id')
  @RequiresScope('query')
  @ApiProblems(401, 404, 429)
  async read(@Param('webhook_id') id: string, @CurrentCaller() caller: Caller): Promise<WebhookDto> {
    return webhookDto(await this.webhooks.read(id, callerOf(caller)));
  }

  /** Changes a webhook, pauses it, or starts it again. What ends during a pause is not reported. */
  @Patch(':webhook_id')
  @RequiresScope('query')
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async change(
    @Param('webhook_id') id: string,
    @Body() body: ChangeWebhookDto,
    @CurrentCaller() caller: Caller,
  ): Promise<WebhookDto> {
    return webhookDto(await this.webhooks.change(id, body, callerOf(caller)));
  }

  /**
   * Makes a new secret and returns it, only here. Until the overlap ends, each message has two signatures, so that the receiver can change
   * its secret without losing one.
   */
  @Post(':webhook_id/rotate')
  @HttpCode(200)
  @RequiresScope('query')
  @ShowsSecret()
  @ApiProblems(400, 401, 403, 404, 413, 415, 422, 429)
  async rotate(
    @Param('webhook_id') id: string,
    @Body() { overlap_hours: hours = 24 }: RotateWebhookDto,
    @CurrentCaller() caller: Caller,
  ): Promise<CreatedWebhookDto> {
    return withSecret(await this.webhooks.rotate(id, hours * HOUR_MS, callerOf(caller)));
  }

  /** Removes a webhook with its deliveries. */
  @Delete(':webhook_id')
  @HttpCode(204)
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429)
  async remove(@Param('webhook_id') id: string, @CurrentCaller() caller: Caller): Promise<void> {
    await this.webhooks.remove(id, callerOf(caller));
  }

  /** Sends a message of the type `webhook.test` at once, and returns what came of it. */
  @Post(':webhook_id/test')
  @HttpCode(200)
  @RequiresScope('query')
  @ApiProblems(401, 403, 404, 429)
  async test(
    @Param('webhook_id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<DeliveryDto> {
    return deliveryDto(await this.webhooks.test(id, callerOf(caller), abortSignal(reply)));
  }

  /** Lists the last 200 messages of a webhook, newest first. */
  @Get(':webhook_id/deliveries')
  @RequiresScope('query')
  @ApiProblems(401, 404, 422, 429)
  async deliveries(
    @Param('webhook_id') id: string,
    @Query() query: PageQueryDto,
    @CurrentCaller() caller: Caller,
  ): Promise<DeliveryPageDto> {
    const page = await this.webhooks.deliveries(id, callerOf(caller), query.limit ?? DEFAULT_PAGE, query.cursor);
    return { items: page.items.map(deliveryDto), next_cursor: page.nextCursor };
  }
}
