import { Injectable, OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { AgentStore, AgentMeter } from '../domain/agent-store.js';

/** Seconds; the target is 10 ms. */
const BUCKETS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1];

/** Agents in the metrics of the service. */
@Injectable()
export class AgentMetrics extends AgentMeter implements OnModuleInit {
  private readonly durations = new Histogram({
    name: 'touchstone_agent_manifest_duration_seconds',
    help: 'Time to create or find the manifest of an agent',
    buckets: BUCKETS,
    registers: [],
  });
  private readonly requests = new Counter({
    name: 'touchstone_agent_requests_total',
    help: 'Requests that named an agent',
    registers: [],
  });

  constructor(
    private readonly modules: ModuleRef,
    private readonly store: AgentStore,
  ) {
    super();
  }

  onModuleInit(): void {
    const registry = this.modules.get(Registry, { strict: false });
    const { store } = this;
    registry.registerMetric(this.durations);
    registry.registerMetric(this.requests);
    new Gauge({
      name: 'touchstone_agents',
      help: 'Agents in the store',
      registers: [registry],
      async collect() {
        this.set(await store.count());
      },
    });
  }

  made(tookMs: number): void {
    this.durations.observe(tookMs / 1000);
  }

  used(): void {
    this.requests.inc();
  }
}
