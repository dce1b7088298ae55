import { Injectable, OnModuleInit } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { HealthProbes } from '../../shared/domain/health-check.js';

/** Parts that the contract names and this version does not have yet: said plainly, and no reason to be unwell. */
@Injectable()
export class PlannedProbes implements OnModuleInit {
  constructor(
    private readonly probes: HealthProbes,
    private readonly environment: Environment,
  ) {}

  onModuleInit(): void {
    this.probes.register('cbr', () =>
      Promise.resolve(
        this.environment.CBR_ENABLED
          ? { status: 'not_available', detail: 'the case base is not part of this version' }
          : { status: 'disabled', detail: 'CBR_ENABLED is false' },
      ),
    );
    this.probes.register('scheduler', () =>
      Promise.resolve(
        this.environment.TEST_SCHEDULE_ENABLED
          ? { status: 'not_available', detail: 'scheduled test sessions are not part of this version' }
          : { status: 'disabled', detail: 'TEST_SCHEDULE_ENABLED is false' },
      ),
    );
  }
}
