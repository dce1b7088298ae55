import { Inject, Injectable, OnModuleInit, Optional } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { ReadServers } from '../../shared/infrastructure/database/postgres/read-servers.js';

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
    const registers = [this.registry];
    new Counter({
      name: 'touchstone_store_reads_total',
      help: 'Searches by the server that answered them (primary, standby), and those that a standby could not answer (`behind`, `failed`)',
      labelNames: ['server'],
      registers,
      collect() {
        this.reset();
        const { primary, standby, behind, failed } = servers.statistics();
        for (const [server, count] of Object.entries({ primary, standby, behind, failed })) this.inc({ server }, count);
      },
    });
    new Gauge({
      name: 'touchstone_store_replicas_available',
      help: 'Standbys of DATABASE_READ_URLS that are asked at present',
      registers,
      collect() {
        this.set(servers.statistics().usable);
      },
    });
  }
}
