import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { StatisticsSetting } from '../domain/statistics-setting.js';

@Injectable()
export class ConfiguredStatistics extends StatisticsSetting {
  readonly exact: boolean;

  constructor(environment: Environment) {
    super();
    this.exact = environment.SCOPED_STATISTICS === 'exact';
  }
}
