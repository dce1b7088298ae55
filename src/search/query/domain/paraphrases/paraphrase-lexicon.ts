import { Lexicon } from '../../../../text/tokens/analyser.js';
import { baseForm } from '../../../../text/english/english-irregular-forms.js';
import { verbBeginnings } from '../../../../text/korean/korean-verb-forms.js';
import { AFTER_SHORT_VERB } from '../../../../text/korean/spoken-verbs.js';
import { Meaning, Paraphrase, ParaphraseEntry, ParaphraseKind, Paraphrases } from './paraphrase.js';
import { isHangul } from '../../../../text/korean/hangul-syllable.js';
import { memoize } from '../../../../text/memoize.js';

/** A word of the text, normalized, with its offsets. */
interface Word {
  readonly text: string;
  /** Stem of a Latin word; a Hangul word unchanged. */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
  /** A function word, which other words may surround: `get rid of my old laptop`. */
  readonly isFiller: boolean;
}

/** A word of an expression: how a word of the question must start, and what may follow. */
interface Part {
  /** Latin words: the stem. Hangul: a start of the word. */
  readonly keys: readonly string[];
  readonly kind: 'stem' | 'noun' | 'verb';
}

interface Expression {
  readonly parts: readonly Part[];
  /** Length of the expression in characters: of two with the same number of words, the longer one is more specific. */
  readonly length: number;
  readonly meanings: Meaning[];
}

/** A matched expression, by the ordinals of its words. */
interface Found {
  readonly at: number;
  readonly places: readonly number[];
  readonly expression: Expression;
}

const WORD = /[\uac00-\ud7a3]+|[\p{Script=Latin}\d][\p{Script=Latin}\p{M}\d]*(?:['’]\p{Script=Latin}+)?/gu;
/** Words that never distinguish one expression from another. */
const DETERMINERS = new Set(
  'a an the my your our his her their its this that these those some any i you we he she they it me us him them one oneself someone somebody something so just really please very too also ever 좀 더 또 꼭 막 잘 다 그 이 저 제 내 수 것 거 게'.split(
    ' ',
  ),
);
/** Words that distinguish expressions only in short ones: `get in`, but `kid is sick`. */
const FORM_WORDS = new Set(
  'is are was were am be been being do does did to of for in on at by with from have has had and or'.split(' '),
);
/** Verbs without content of their own: without its determiner, `또 하다` would match every other question. */
const LIGHT_VERBS = new Set(['하다', '되다', '있다', '없다', '주다']);
/** Maximum number of words between two words of an expression, not counting fillers. */
const GAP = 2;
/**
 * Maximum number of additional fillers; without a limit, a long run of fillers would be read again from each of its
 * words.
 */
const FILLERS = 12;
/**
 * More expressions than a user's question contains; more expressions of a long text add no terms that the index reads.
 */
const MAX_EXPRESSIONS = 32;
/** Maximum number of names of one expression; those of the first files win. */
const MAX_MEANINGS = 24;
/** Longer words are in no lexicon, and are neither stemmed nor cached. */
const LONGEST_WORD = 40;
const REMEMBERED_STEMS = 50_000;
/** Up to three in a row after the noun of an expression, spoken ones with them. */
const PARTICLE = String.raw`(?:은|는|이|가|을|를|에|의|도|로|으로|와|과|만|나|이나|랑|이랑|하고|까지|부터|에서|에게|한테|께|보다|처럼|마다|라도|이라도|밖에|조차|마저|들|요|이요|인데|인데요|인|이면|이라|이라고|라고|이라는|이라서|라서|이랑요|이에요|예요|입니다|이고|인가요|인지|이야|야)`;
/** Verbs that make a noun a predicate, and endings: `휴학하려면`, `환불받나요`. */
const LIGHT = String.raw`(?:하|한|할|합|해|했|되|된|될|됩|돼|됐|시키|시켜|받|당하|당한|당했|중|때|시|당|날|용|비|료|금|자|증|서)`;
const AFTER_NOUN = new RegExp(`^(?:${PARTICLE}{0,3}|${LIGHT}.{0,8})$`, 'u');
const AFTER_SHORT_NOUN = new RegExp(`^${PARTICLE}{0,2}$`, 'u');
/** Nouns of this many syllables may start a longer word: `기숙사비` is about the `기숙사`. */
const COMPOUND = 3;
const LONGEST_KEY = 8;

function fits(part: Part, word: string, key: string): boolean {
  const rest = word.slice(key.length);
  if (part.kind === 'noun')
    return key.length >= COMPOUND || (key.length === 1 ? AFTER_SHORT_NOUN : AFTER_NOUN).test(rest);
  return key.length > 1 || AFTER_SHORT_VERB.test(rest);
}

/** Keys of the expressions that may start with a word. */
function keysOf({ text, stem }: Word): string[] {
  if (!isHangul(text)) return [stem];
  return Array.from({ length: Math.min(text.length, LONGEST_KEY) }, (_, i) => text.slice(0, i + 1));
}

interface Chosen {
  readonly places: readonly number[];
  readonly meanings: Map<string, ParaphraseKind>;
}

/** @param found in order of precedence */
function chosen(found: readonly Found[]): readonly Chosen[] {
  const taken = new Map<number, string>();
  const all = new Map<string, Chosen>();
  for (const { places, expression } of found) {
    const key = places.join(' ');
    // Other expressions for exactly these words add their meanings; a shorter one inside a longer one is skipped.
    if (places.some((place) => (taken.get(place) ?? key) !== key)) continue;
    const known = all.get(key);
    if (known === undefined && all.size === MAX_EXPRESSIONS) continue;
    const own = known ?? { places, meanings: new Map<string, ParaphraseKind>() };
    for (const place of places) taken.set(place, key);
    for (const { text, kind } of expression.meanings) if (!own.meanings.has(text)) own.meanings.set(text, kind);
    all.set(key, own);
  }
  return [...all.values()];
}

/**
 * A compiled lexicon of paraphrases. An expression matches a question that contains its words in order, in any form,
 * with up to two other words between two of them. Latin words are compared by their stems, Hangul nouns up to their
 * particles, and verbs by the starts of their forms.
 */
export class ParaphraseLexicon extends Paraphrases {
  private readonly byKey = new Map<string, Expression[]>();
  private readonly knownStem = memoize(REMEMBERED_STEMS, (word: string) => this.readStem(word));

  constructor(
    entries: readonly ParaphraseEntry[],
    private readonly lexicon: Lexicon,
  ) {
    super();
    const known = new Map<string, Expression>();
    for (const { said, meant, kind } of entries) {
      const meanings = meant.map((text) => ({ text, kind }));
      for (const text of said) this.add(text, meanings, known);
    }
  }

  in(question: string): readonly Paraphrase[] {
    const words = this.words(question);
    const found = words.flatMap((_, at) => this.beginningAt(words, at));
    found.sort((a, b) => b.places.length - a.places.length || b.expression.length - a.expression.length || a.at - b.at);
    return chosen(found).map(({ places, meanings }) => ({
      words: places.flatMap((place) => {
        const word = words[place];
        return word === undefined ? [] : [{ start: word.start, end: word.end }];
      }),
      meanings: [...meanings].slice(0, MAX_MEANINGS).map(([text, kind]) => ({ text, kind })),
    }));
  }

  private add(text: string, meanings: readonly Meaning[], known: Map<string, Expression>): void {
    const before = known.get(text);
    if (before !== undefined) {
      before.meanings.push(...meanings);
      return;
    }
    const parts = this.partsOf(text);
    const [first] = parts;
    // `is up`, `to do`: function words alone would match every other question.
    if (first === undefined || parts.every((part) => this.isForm(part))) return;
    const expression = { parts, length: text.length, meanings: [...meanings] };
    known.set(text, expression);
    for (const whole of first.keys) {
      const key = first.kind === 'stem' ? whole : whole.slice(0, LONGEST_KEY);
      const list = this.byKey.get(key);
      if (list === undefined) this.byKey.set(key, [expression]);
      else list.push(expression);
    }
  }

  private partsOf(text: string): Part[] {
    const words = this.words(text);
    const named = words.filter(({ text: word }) => !DETERMINERS.has(word));
    const content = named.filter(({ text: word }) => !FORM_WORDS.has(word));
    const telling = content.length > 1 ? content : named.length > 0 ? named : words;
    return telling.map(({ text: word, stem }): Part => {
      if (!isHangul(word)) return { keys: [stem], kind: 'stem' };
      const isVerb = word.length > 1 && word.endsWith('다');
      return isVerb ? { keys: verbBeginnings(word), kind: 'verb' } : { keys: [word], kind: 'noun' };
    });
  }

  private words(text: string): Word[] {
    return [...text.normalize('NFC').matchAll(WORD)].map((found) => {
      const folded = found[0].toLowerCase();
      const isFiller = DETERMINERS.has(folded) || FORM_WORDS.has(folded);
      const [start, end] = [found.index, found.index + found[0].length];
      return { text: folded, stem: this.stemOf(folded), start, end, isFiller };
    });
  }

  private beginningAt(words: readonly Word[], at: number): Found[] {
    const word = words[at];
    if (word === undefined) return [];
    return keysOf(word).flatMap((key) =>
      (this.byKey.get(key) ?? []).flatMap((expression) => {
        const [first, ...others] = expression.parts;
        if (first === undefined || !this.holds(first, word)) return [];
        const places = this.placesOf(others, words, at);
        return places === undefined ? [] : [{ at, places, expression }];
      }),
    );
  }

  private placesOf(parts: readonly Part[], words: readonly Word[], first: number): readonly number[] | undefined {
    const places = [first];
    for (const part of parts) {
      const next = this.nextPlace(part, words, (places.at(-1) ?? first) + 1);
      if (next === undefined) return undefined;
      places.push(next);
    }
    return places;
  }

  private nextPlace(part: Part, words: readonly Word[], from: number): number | undefined {
    let [passed, fillers] = [0, 0];
    for (let place = from; passed <= GAP && fillers <= FILLERS; place++) {
      const word = words[place];
      if (word === undefined) return undefined;
      if (this.holds(part, word)) return place;
      if (word.isFiller) fillers++;
      else passed++;
    }
    return undefined;
  }

  /** The inner step of matching; the test of the number of steps counts its calls. */
  protected holds(part: Part, word: Word): boolean {
    if (part.kind === 'stem') return part.keys[0] === word.stem;
    return part.keys.some((key) => word.text.startsWith(key) && fits(part, word.text, key));
  }

  private isForm({ keys: [stem = ''], kind }: Part): boolean {
    if (kind !== 'stem') return kind === 'verb' && LIGHT_VERBS.has(`${stem}다`);
    return stem.length < 2 || DETERMINERS.has(stem) || FORM_WORDS.has(stem) || this.lexicon.isStopWord(stem);
  }

  private stemOf(word: string): string {
    return isHangul(word) || word.length > LONGEST_WORD ? word : this.knownStem(word);
  }

  private readStem(word: string): string {
    const plain = word.replace(/['’](?:s|re|ve|ll|d|m)$/u, '').replace(/n['’]t$/u, 'n’t');
    const cut = this.lexicon.stem(baseForm(plain));
    // Of `aed` Porter's rules leave a letter.
    return cut.length > 1 ? cut : plain;
  }
}
