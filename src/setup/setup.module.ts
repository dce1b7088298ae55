import { Module } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { OwnAddresses } from '../shared/domain/base-url.js';
import { LocalAddresses } from '../shared/infrastructure/outgoing/local-addresses.js';
import { PresentServices, TryService } from './application/try-service.js';
import { ServiceTrial } from './domain/model-service.js';
import { HttpServiceTrial } from './infrastructure/http-service-trial.js';
import { SettingsServices } from './infrastructure/settings-services.js';
import { SetupController } from './interface/setup.controller.js';

/** Which language model, embedding and reranker are set up, and whether another one works. */
@Module({
  controllers: [SetupController],
  providers: [
    TryService,
    {
      provide: PresentServices,
      inject: [Environment],
      useFactory: (environment: Environment) => new SettingsServices(environment),
    },
    { provide: ServiceTrial, useClass: HttpServiceTrial },
    { provide: OwnAddresses, useClass: LocalAddresses },
  ],
})
export class SetupModule {}
