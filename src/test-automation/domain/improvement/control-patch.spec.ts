import { controlPatch } from './control-patch.js';
import { ConfigurationView } from './served-configuration.js';

const VIEW: ConfigurationView = { version: 1, intents: [], synonyms: [], numbers: new Map() };
const ASKED = ['법카 어떻게 되나요?'];
const PATCH = [{ op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['법인카드', '법카'] } }];

describe('controlPatch', () => {
  it('joins the word of the questions to a word of elsewhere', () => {
    expect(controlPatch(PATCH, VIEW, { asked: ASKED, words: ['법카', '14일', '도서관'] })).toEqual([
      { op: 'add', path: '/synonyms/groups/-', value: { lang: 'ko', words: ['도서관', '법카'] } },
    ]);
  });

  it('has none for what joins no words, and where no word will do', () => {
    const weight = [{ op: 'replace', path: '/pipeline/search/first/words', value: 0.5 }];
    expect(controlPatch(weight, VIEW, { asked: ASKED, words: ['도서관'] })).toEqual([]);
    expect(controlPatch(PATCH, VIEW, { asked: ASKED, words: ['법카', '때'] })).toEqual([]);
  });
});
