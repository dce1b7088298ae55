import { OnApplicationBootstrap, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Gauge, Registry } from 'prom-client';
import { ComponentHealth, HealthProbes } from '../../shared/domain/health-check.js';
import { CachedTaxonomyService } from './cached-taxonomy-service.js';

/** How often the age of the answers is checked; a service that is back is detected within this time. */
const EVERY_MS = 5_000;

/** Renews the answers of the taxonomy service in the background, and reports its state to health and metrics. */
export class TaxonomyServiceWatch implements OnModuleInit, OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly service: CachedTaxonomyService,
    private readonly probes: HealthProbes,
    private readonly modules: ModuleRef,
  ) {}

  /** The start waits for one call and its time limit only: an unavailable service does not prevent the server from starting. */
  async onModuleInit(): Promise<void> {
    this.probes.register('taxonomy', () => this.check());
    await this.service.refresh();
  }

  onApplicationBootstrap(): void {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.modules.get(Registry, { strict: false })],
        collect() {
          this.set(read());
        },
      });
    gauge('touchstone_taxonomy_service_up', '1 while the taxonomy service answers', () =>
      Number(this.service.problem === undefined),
    );
    gauge(
      'touchstone_taxonomy_age_seconds',
      'Seconds since the taxonomy service returned its active version',
      () => this.service.current()?.ageS ?? NaN,
    );
    this.timer = setInterval(() => {
      if (this.service.isDue) void this.service.refresh();
    }, EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Calls the service now, unless the circuit is open. */
  private async check(): Promise<ComponentHealth> {
    await this.service.refresh();
    const { problem } = this.service;
    const known = this.service.current();
    if (problem === undefined) return { status: 'healthy', detail: `version ${known?.value.version ?? ''}` };
    const serves =
      known === undefined
        ? 'the own categories serve'
        : `version ${known.value.version} is served, received ${Math.round(known.ageS)} s ago`;
    return { status: 'degraded', detail: `${problem}; ${serves}` };
  }
}
