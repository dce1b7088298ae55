import { Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { openModel } from '../llm/infrastructure/named-model.js';
import { OwnAddresses } from '../shared/domain/base-url.js';
import { TryService } from './application/try-service.js';
import { PresentServices, ServiceTrial } from './domain/model-service.js';
import { HttpServiceTrial } from './infrastructure/http-service-trial.js';
import { presentServices } from './infrastructure/settings-services.js';
import { trialLimits } from './infrastructure/trial-limits.js';
import { SetupController } from './interface/setup.controller.js';

/**
 * Which language model, embedding and reranker are set up, and whether another one works. Settings are read at the start and a trial stores
 * nothing: to use a service, an administrator writes it into the settings and restarts.
 *
 * A trial goes to an address that a person entered: this module gives the clients of models its own `fetch`, which refuses more addresses
 * than that of the configured model.
 */
@Module({
  controllers: [SetupController],
  providers: [
    TryService,
    {
      provide: PresentServices,
      inject: [Environment],
      useFactory: (environment: Environment) => presentServices(environment),
    },
    {
      provide: ServiceTrial,
      inject: [OwnAddresses, Environment],
      useFactory: (own: OwnAddresses, environment: Environment) =>
        new HttpServiceTrial(own, openModel, trialLimits(environment)),
    },
  ],
})
export class SetupModule {}
