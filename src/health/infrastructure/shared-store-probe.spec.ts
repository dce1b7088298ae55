import { TryLaterError } from '../../shared/domain/domain-error.js';
import { HealthProbes } from '../../shared/domain/health-check.js';
import { PostgresDatabase } from '../../shared/infrastructure/database/postgres/postgres-database.js';
import { SharedStoreProbe } from './shared-store-probe.js';

/** A database whose connections are all in use. */
class BusyDatabase extends PostgresDatabase {
  readonly process = 1;
  readonly schema = 'busy';

  constructor(readonly isStandby: () => Promise<boolean>) {
    super();
  }

  query = () => new Promise<never>(() => undefined);
  change = this.query;
  statement = this.query;
  execute = this.query;
  maintain = this.query;
  transaction = this.query;
  onNotification = () => undefined;
  close = () => Promise.resolve();
}

function probeOf(isStandby: () => Promise<boolean>) {
  const probes = new HealthProbes();
  new SharedStoreProbe(probes, new BusyDatabase(isStandby)).onApplicationBootstrap();
  return probes.all().get('store')?.();
}

describe('the probe of the shared store', () => {
  it('answers while searches use all connections', async () => {
    expect(await probeOf(() => Promise.resolve(false))).toEqual({ status: 'healthy' });
    expect(await probeOf(() => Promise.resolve(true))).toMatchObject({ status: 'degraded' });
  });

  it('is unhealthy without a connection', async () => {
    const lost = () => Promise.reject(new TryLaterError('store-unreachable', 'The database cannot be reached', 2));
    expect(await probeOf(lost)).toMatchObject({ status: 'unhealthy', detail: 'The database cannot be reached' });
  });
});
