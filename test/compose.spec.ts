import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { settingNames } from '../src/config/environment.js';
import { projectRoot } from '../src/shared/infrastructure/configuration-folders.js';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: readonly { readonly path: string }[];
}

/** With the members that `<<` takes over from elsewhere in the file. */
function merged(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(merged);
  if (typeof value !== 'object' || value === null) return value;
  const { '<<': taken, ...own } = { '<<': undefined, ...value };
  const entries = Object.entries(own).map(([name, member]) => [name, merged(member)]);
  return { ...(taken === undefined ? {} : Object(merged(taken))), ...Object.fromEntries(entries) };
}

/** Settings that the file itself decides, or that mean nothing in a container. */
const NOT_PASSED = ['ALLOW_ANONYMOUS', 'CBR_DATA_DIR', 'DATABASE_SCHEMA', 'LOG_FORMAT', 'MODEL_OFFER'];
const OF_THE_SHARED_STORE = /^(?:DATABASE_|PROCESS_ROLE$|SHUTDOWN_DRAIN_MS$)/u;
const SERVERS = ['touchstone', 'web-1', 'web-2', 'web-3', 'worker'];

describe('docker-compose.yml', () => {
  const file = merged(load(readFileSync(path.join(projectRoot(), 'docker-compose.yml'), 'utf8')));
  const { services } = file as { services: Record<string, Service> };

  it.each(SERVERS)('decides itself where %s listens and writes', (name) => {
    expect(services[name]?.environment).toMatchObject({ HOST: '0.0.0.0', PORT: '8001', DATA_DIR: '/data' });
  });

  it.each(SERVERS)('passes %s every setting that means something there, and nothing else', (name) => {
    const isShared = name !== 'touchstone';
    const passed = Object.keys(services[name]?.environment ?? {});
    const wanted = settingNames().filter(
      (one) => !NOT_PASSED.includes(one) && (isShared || !OF_THE_SHARED_STORE.test(one)),
    );
    expect([...passed].sort()).toEqual([...wanted].sort());
    expect(services[name]?.env_file?.map((file) => file.path)).toEqual(['.env.targets']);
  });

  it.each(['proxy', 'postgres', 'prometheus', 'grafana'])('gives %s only what it needs', (name) => {
    expect(services[name]?.env_file).toBeUndefined();
    const secrets = Object.keys(services[name]?.environment ?? {}).filter((one) =>
      /KEY|PASSWORD|TOKEN|SECRET/u.test(one),
    );
    const own = { postgres: ['POSTGRES_PASSWORD'], grafana: ['GF_SECURITY_ADMIN_PASSWORD'] };
    expect(secrets).toEqual(Object.entries(own).find(([service]) => service === name)?.[1] ?? []);
  });
});
