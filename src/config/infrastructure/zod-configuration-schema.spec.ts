import { shippedConfiguration } from '../../../test/support/configured-settings.js';
import { applyPatch, JsonPatch, asJson } from '../domain/json-patch.js';
import { ZodConfigurationSchema } from './zod-configuration-schema.js';

const schema = new ZodConfigurationSchema();
const shipped = asJson(shippedConfiguration().document);
const patched = (patch: JsonPatch) => () => schema.check(applyPatch(shipped, patch));

describe('the schema of the configuration', () => {
  it('accepts the files of the program without changing their content', () => {
    expect(asJson(schema.check(shipped))).toEqual(shipped);
  });

  it('accepts a version that was stored before there were translations', () => {
    const before = applyPatch(shipped, [{ op: 'remove', path: '/synonyms/translations' }]);
    expect(schema.check(before).synonyms.translations).toEqual([]);
  });

  it.each<[string, JsonPatch, string]>([
    [
      'a translation without a word of the other language',
      [{ op: 'add', path: '/synonyms/translations/-', value: { ko: ['휴학'], en: [] } }],
      'data/config/synonyms.json at /translations/',
    ],
    [
      'a pattern that is not a regular expression',
      [{ op: 'add', path: '/intents/rules/3/patterns/-', value: '(open' }],
      'data/config/intents.json at /rules/3/patterns/10: is not a regular expression',
    ],
    [
      'an intent that there is not',
      [{ op: 'replace', path: '/intents/rules/0/intent', value: 'chat' }],
      'data/config/intents.json at /rules/0/intent',
    ],
    [
      'a rule twice',
      [{ op: 'copy', from: '/intents/rules/0', path: '/intents/rules/-' }],
      'at /rules/17/id: is the id of rule 0 already',
    ],
    [
      'a word in two groups',
      [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['새말', '기숙사'] } }],
      "words/1: '기숙사' is already in group 0; join the two groups",
    ],
    [
      'a group of one word',
      [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'en', words: ['kiln'] } }],
      'must have two words or more',
    ],
    [
      'a weight beyond 1',
      [{ op: 'replace', path: '/pipeline/search/first/words', value: 1.2 }],
      'data/config/pipeline.json at /search/first/words: must be 1 or less',
    ],
    [
      'a component that there is not',
      [{ op: 'add', path: '/pipeline/components/warp_drive', value: { enabled: true } }],
      'data/config/pipeline.json at /components',
    ],
    ['a missing part', [{ op: 'remove', path: '/synonyms' }], 'data/config/synonyms.json'],
  ])('refuses %s, naming file and place', (_, patch, message) => {
    expect(patched(patch)).toThrow(message);
  });
});
