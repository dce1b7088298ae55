import { Inject, Injectable, OnModuleInit, Optional } from '@nestjs/common';
import { Registry } from 'prom-client';
import { ReadServers } from '../../shared/infrastructure/database/postgres/read-servers.js';
import { addCounter, addGauge } from './read-metrics.js';

/** Searches by server of the shared store, and reads that standbys could not answer; read on each scrape. */
@Injectable()
export class StandbyMetrics implements OnModuleInit {
  constructor(
    @Inject(Registry) private readonly registry: Registry,
    // A type that may be undefined names no token by itself.
    @Optional() @Inject(ReadServers) private readonly servers: ReadServers | undefined,
  ) {}

  onModuleInit(): void {
    const { servers } = this;
    if (servers === undefined) return;
    const reads = {
      name: 'touchstone_store_reads_total',
      help: 'Searches by the server that answered them (primary, standby), and those that a standby could not answer (`behind`, `failed`)',
      labelNames: ['server'],
    };
    addCounter(this.registry, reads, () => {
      const { primary, standby, behind, failed } = servers.statistics();
      return Object.entries({ primary, standby, behind, failed }).map(
        ([server, count]) => [{ server }, count] as const,
      );
    });
    const available = {
      name: 'touchstone_store_replicas_available',
      help: 'Standbys of DATABASE_READ_URLS that are asked at present',
    };
    addGauge(this.registry, available, () => [[{}, servers.statistics().usable]]);
  }
}
