import { readEnvironment } from '../../../config/environment.js';
import { SettingsEmbeddingProviders } from './settings-embedding-providers.js';

const open = (settings: Readonly<Record<string, string>>) =>
  SettingsEmbeddingProviders.open(readEnvironment({ DATA_DIR: 'nowhere', ...settings }));

describe('the embedding providers of the settings', () => {
  it('are none by default, and none can be called', async () => {
    const providers = await open({});
    expect(providers.configured).toBeUndefined();
    for (const name of ['openai:text-embedding-3-small', 'local:e5', 'fake'])
      expect(providers.named(name)).toBeUndefined();
  });

  it('are the server of the key, with the configured model or the default one', async () => {
    const usual = await open({ EMBEDDING_PROVIDER: 'openai', OPENAI_API_KEY: 'k' });
    expect([usual.configured?.model, usual.configured?.dimensions]).toEqual(['openai:text-embedding-3-small', 1536]);
    const named = await open({ EMBEDDING_PROVIDER: 'openai', OPENAI_API_KEY: 'k', EMBEDDING_MODEL: 'own' });
    expect([named.configured?.model, named.configured?.dimensions]).toEqual(['openai:own', 0]);
    expect(named.named('openai:own')).toBe(named.configured);
  });

  it('still answer for another model of the same server, which serves until the new one is complete', async () => {
    const providers = await open({
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_BASE_URL: 'http://127.0.0.1:9',
      EMBEDDING_MODEL: 'new',
    });
    expect(providers.named('openai:old')?.model).toBe('openai:old');
    expect(providers.named('local:old')).toBeUndefined();
    await providers.onApplicationShutdown();
  });

  it('write the prefixes of the settings, or those of the model’s name', async () => {
    const server = { EMBEDDING_PROVIDER: 'openai', EMBEDDING_BASE_URL: 'http://127.0.0.1:9' };
    const byName = await open({ ...server, EMBEDDING_MODEL: 'multilingual-e5-small' });
    expect(byName.configured?.model).toBe('openai:multilingual-e5-small?query=query%3A%20&passage=passage%3A%20');
    const own = await open({
      ...server,
      EMBEDDING_MODEL: 'multilingual-e5-small',
      EMBEDDING_QUERY_PREFIX: 'q: ',
      EMBEDDING_PASSAGE_PREFIX: 'none',
    });
    expect(own.configured?.model).toBe('openai:multilingual-e5-small?query=q%3A%20&passage=');
    // The former one still answers, with its own prefixes.
    expect(own.named(byName.configured?.model ?? '')?.model).toBe(byName.configured?.model);
  });

  it('fail to start without the configured local model', async () => {
    await expect(open({ EMBEDDING_PROVIDER: 'local', EMBEDDING_MODEL: 'not/there' })).rejects.toThrow();
  });
});
