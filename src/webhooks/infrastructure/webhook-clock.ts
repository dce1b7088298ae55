import { Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Environment } from '../../config/environment.js';
import { DeliverWebhooks } from '../application/deliver-webhooks.js';

const TICK_MS = 1_000;
/** Concurrent attempts of one process; a webhook has one at a time. */
const AT_ONCE = 8;

/** Queues and sends the messages that are due, every second. Processes that take no jobs send nothing either. */
@Injectable()
export class WebhookClock implements OnModuleDestroy {
  private readonly logger = new Logger('webhooks');
  private readonly stopped = new AbortController();
  private readonly sending = new Set<Promise<void>>();
  private current: Promise<void> | undefined;

  constructor(
    private readonly deliver: DeliverWebhooks,
    private readonly environment: Environment,
  ) {}

  @Interval(TICK_MS)
  tick(): void {
    if (this.current !== undefined || this.stopped.signal.aborted || this.environment.PROCESS_ROLE === 'web') return;
    this.current = this.work().finally(() => (this.current = undefined));
  }

  /** An attempt that is stopped is repeated by the next start. */
  async onModuleDestroy(): Promise<void> {
    this.stopped.abort();
    await this.current;
    await Promise.all(this.sending);
  }

  private async work(): Promise<void> {
    try {
      await this.deliver.queueEnded();
    } catch (error) {
      this.logger.error({ err: error }, 'what ended could not be queued for webhooks; the next tick tries again');
    }
    try {
      await this.sendDue();
    } catch (error) {
      this.logger.error({ err: error }, 'webhooks could not be sent; the next tick tries again');
    }
  }

  private async sendDue(): Promise<void> {
    while (this.sending.size < AT_ONCE && !this.stopped.signal.aborted) {
      const claimed = await this.deliver.claimNext();
      if (claimed === undefined) return;
      const sent = this.deliver
        .send(claimed, this.stopped.signal)
        .catch((error: unknown) => this.logger.error({ err: error }, 'an attempt failed; it is repeated in a minute'))
        .finally(() => this.sending.delete(sent));
      this.sending.add(sent);
    }
  }
}
