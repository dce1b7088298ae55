import { Configuration } from './configuration.js';
import { Json } from './json-patch.js';

/** The same document as plain JSON, for patches. */
export function asJson({ intents, synonyms, pipeline }: Configuration): Json {
  const { components, search } = pipeline;
  return {
    intents: {
      version: intents.version,
      rules: intents.rules.map((rule) => ({ ...rule })),
      audiences: intents.audiences.map((audience) => ({ ...audience })),
    },
    synonyms: {
      version: synonyms.version,
      groups: synonyms.groups.map((group) => ({ ...group })),
      translations: synonyms.translations.map((translation) => ({ ...translation })),
    },
    pipeline: {
      version: pipeline.version,
      components: Object.fromEntries(Object.entries(components).map(([name, settings]) => [name, { ...settings }])),
      search: { ...search, first: { ...search.first }, second: { ...search.second } },
    },
  };
}
