import { secretFileNames, settingNames } from './environment.js';
import { nearMisses, settingsWithoutEffect } from './near-misses.js';

describe('settings without effect', () => {
  it('name the key of an administrator that nobody is asked for', () => {
    const given = { ADMIN_API_KEY: 'a secret of the administrator' };
    expect(settingsWithoutEffect({ AUTH_MODE: 'none', ...given }).join('\n')).toContain('AUTH_MODE=api-key');
    expect(settingsWithoutEffect({ AUTH_MODE: 'api-key', ...given })).toEqual([]);
    expect(settingsWithoutEffect({ AUTH_MODE: 'none' })).toEqual([]);
  });
});

describe('nearMisses', () => {
  it('has every setting', () => {
    expect(settingNames()).toEqual(expect.arrayContaining(['PORT', 'OPENAI_BASE_URL', 'DATABASE_URL', 'ANSWER_RISK']));
    expect(settingNames().length).toBeGreaterThan(60);
  });

  it.each([
    ['OPENAI_BASE_ULR', 'OPENAI_BASE_URL'],
    ['OPENAI_API_BASE', 'OPENAI_BASE_URL'],
    ['openai_api_key', 'OPENAI_API_KEY'],
    ['LLM_PROVDER', 'LLM_PROVIDER'],
    ['API_ADMIN_KEY', 'ADMIN_API_KEY'],
    ['API_KEYS', 'ADMIN_API_KEY'],
    ['DATADIR', 'DATA_DIR'],
    ['TOUCHSTONE_PORT', 'PORT'],
    ['ALLOWED_HOST', 'ALLOWED_HOSTS'],
    ['CORS-ALLOWED-ORIGINS', 'CORS_ALLOWED_ORIGINS'],
    ['RATE_LIMIT_PER_MINUTES', 'RATE_LIMIT_PER_MINUTE'],
    ['RATE_LIMIT', 'RATE_LIMIT_PER_MINUTE'],
    ['LLM_TIMEOUT', 'LLM_TIMEOUT_MS'],
    ['OIDC_SECRET', 'OIDC_CLIENT_SECRET'],
    ['LLM_MODEL_NAME', 'LLM_MODEL'],
    ['TS_LOG_LEVEL', 'LOG_LEVEL'],
    ['XY_DATABASE_URL', 'DATABASE_URL'],
    ['SERVER_PORT', 'PORT'],
    ['TOUCHSTONE_AUTHMODE', 'AUTH_MODE'],
    ['RAG_LLM_PROVDER', 'LLM_PROVIDER'],
    ['_LLM_MODEL', 'LLM_MODEL'],
    ['LLM__MODEL', 'LLM_MODEL'],
    ['llmProvider', 'LLM_PROVIDER'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['ENABLE_CBR', 'CBR_ENABLED'],
    ['MODEL_LLM', 'LLM_MODEL'],
    ['MAX_UPLOAD_SIZE_MB', 'MAX_UPLOAD_MB'],
    ['ADMIN_API_KEY_FLIE', 'ADMIN_API_KEY_FILE'],
    ['TOUCHSTONE_DATABASE_URL_FILE', 'DATABASE_URL_FILE'],
  ])('takes %s for a slip of %s', (given, meant) => {
    expect(nearMisses({ [given]: 'x' })).toEqual([{ given, meant }]);
  });

  it('reports no file of a secret', () => {
    expect(nearMisses(Object.fromEntries(secretFileNames().map((name) => [name, '/run/secrets/one'])))).toEqual([]);
  });

  it('reports neither settings, nor common variables of a machine, nor a typo next to the right name', () => {
    const names = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'LOGNAME',
      'TZ',
      'LANG',
      'SHELL',
      'PWD',
      'USER',
      'NODE_ENV',
      'HOSTTYPE',
      'LOG_FILE',
    ];
    const machine = Object.fromEntries(
      [
        ...names,
        'TARGET_KEY',
        'OTEL_SERVICE_NAME',
        'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
        'OIDC_CLIENT',
        'POSTGRES_PASSWORD',
        'TEST_DATABASE_URL',
        'NPM_CONFIG_LOG_LEVEL',
        'SERVER_SOFTWARE',
        'MY_RUBY_HOME',
        ...settingNames(),
      ].map((name) => [name, 'x']),
    );
    expect(nearMisses(machine)).toEqual([]);
    expect(nearMisses({ OPENAI_BASE_ULR: 'x', OPENAI_BASE_URL: 'y' })).toEqual([]);
  });

  it.each([
    ['SERVICE_HOST', '10.0.0.1'],
    ['TOUCHSTONE_SERVICE_HOST', '10.0.0.1'],
    ['TOUCHSTONE_SERVICE_PORT_HTTP', '80'],
    ['TOUCHSTONE_PORT', 'tcp://10.0.0.1:80'],
    ['APP_PORT_80_TCP_PORT', '80'],
    ['XDG_DATA_DIR', '/usr/share'],
    ['XDG_DATA_DIRS', '/usr/share'],
    ['AWS_LOG_LEVEL', 'debug'],
  ])('reports no variable of another program or of Kubernetes: %s', (name, value) => {
    expect(nearMisses({ [name]: value })).toEqual([]);
  });
});
