import { hasSyllable, decomposed, FINAL } from '../korean/hangul-syllable.js';
import { koreanForm } from '../korean/korean-form.js';
import { koreanVerbStems } from '../korean/korean-verb-stems.js';
import { TERM_PARTICLES } from '../korean/particles.js';
import { lowered } from '../folded-text.js';
import { contentTerm } from './content-terms.js';

const LEAST_LETTERS = 2;
const WORD = /[\p{L}\p{N}]+(?:[-'’/][\p{L}\p{N}]+)*/gu;
/** Particles that no common noun ends with. */
const CLEAR = /(?:을|를|에서는?|에서도|으로는?|으로부터|까지는?|부터는?|에게는?|에게서|처럼|보다|조차|에는|에도)$/u;
/** `보증금은`: with three syllables before it, hardly a verb. */
const TOPIC = /(?<=[가-힣]{3})은$/u;
/** Syllables that end both nouns and forms of verbs, or that may be a particle or a part of the noun: `휴가`, `회의`, `늦게`, `맡아`. */
const UNCLEAR = /(?:[가이도로과의만나은는을를에와]|[게고지면서러려려니까야요죠자대래어아여해며든던습히])$/u;
/** Particles and endings that are the end of many nouns too: `휴가`, `제도`, `결과`, `경고`; `심의`, which is too short for a particle. */
const NOUN_OR_PARTICLE = /(?:[가도과]|[경공권광창]고)$|^(?!거의)[가-힣]의$/u;
/** `결강과 보강`: no vowel precedes 과, and what remains of a longer noun in 과 (`국문학과`) is one too. */
const isAnd = (word: string): boolean =>
  /^[가-힣]{2,}과$/u.test(word) && decomposed(word.slice(-2, -1)).final !== FINAL.none;
/** `감면할 수`, `참여한 학생`: a noun as a verb. */
const ATTRIBUTIVE = /^([가-힣]{2,})[할한될된]$/u;
/** Compounds of nouns that end like one: `유통기한`, `출입제한`. */
const NOUNS_IN_HAN = /(?:기|제|권|시|무|상|하|최소|최대)한$/u;
/** `나올`, `걸릴`: short words like these are more often verbs. */
const SHORT = 2;

const wordsIn = (text: string): string[] => lowered(text).match(WORD) ?? [];

const isNamed = (noun: string): boolean => contentTerm(noun) !== undefined && koreanForm(noun) !== undefined;

/** Possible nouns of a word, each with the particle that follows it; the whole word first. */
function readingsOf(word: string): { readonly noun: string; readonly particle: string }[] {
  const parted = TERM_PARTICLES.filter(
    (particle) => word.endsWith(particle) && word.length - particle.length >= LEAST_LETTERS,
  ).map((particle) => ({ noun: word.slice(0, -particle.length), particle }));
  return [{ noun: word, particle: '' }, ...parted];
}

/** Words of a language. */
export type Vocabulary = Pick<ReadonlySet<string>, 'has'>;

/**
 * The words of people and documents that a proposal may contain: nouns and names, whole. A Korean noun is known by what follows it: a word
 * that occurs alone and with a particle, or with two particles, is one; a part of a word, or a form of a verb, is not.
 */
export class WholeWords {
  private readonly followedBy = new Map<string, Set<string>>();

  /**
   * @param texts questions and passages
   * @param lexicon words that are known to be whole, such as those of the synonyms
   * @param vocabulary words of the language, forms of verbs among them
   */
  constructor(
    texts: readonly string[],
    private readonly lexicon: ReadonlySet<string> = new Set(),
    private readonly vocabulary: Vocabulary = new Set(),
  ) {
    for (const word of new Set(texts.flatMap(wordsIn)))
      for (const { noun, particle } of hasSyllable(word) ? readingsOf(word) : [])
        this.followedBy.set(noun, (this.followedBy.get(noun) ?? new Set<string>()).add(particle));
  }

  /** Those words of a text, in order, without duplicates. */
  in(text: string): string[] {
    return [...new Set(wordsIn(text).flatMap((word) => this.nounOf(word) ?? []))];
  }

  private nounOf(word: string): string | undefined {
    if (!hasSyllable(word)) return contentTerm(word);
    // Endings of verbs and words of asking, whatever they look like with a syllable less.
    if (contentTerm(word) === undefined && !this.lexicon.has(word)) return this.nounOfVerb(word);
    if (koreanForm(word) === undefined) return undefined;
    const verb = ATTRIBUTIVE.exec(word)?.[1];
    if (verb !== undefined && !this.lexicon.has(word)) {
      if (this.isKnown(verb)) return isNamed(verb) ? verb : undefined;
      if (!NOUNS_IN_HAN.test(word)) return undefined;
    }
    const readings = readingsOf(word).map(({ noun }) => noun);
    const known =
      readings.find((noun) => this.lexicon.has(noun)) ??
      readings.find((noun) => this.isSeen(noun)) ??
      this.listed(readings);
    if (known === undefined) return this.nounOfVerb(word) ?? this.guessed(word);
    return this.lexicon.has(known) || isNamed(known) ? known : undefined;
  }

  private isKnown = (noun: string): boolean => this.isSeen(noun) || this.lexicon.has(noun) || this.vocabulary.has(noun);

  private isSeen = (noun: string): boolean => (this.followedBy.get(noun)?.size ?? 0) > 1;

  /** Of readings that nothing else decides, the shortest that is a noun of the vocabulary or two of them. */
  private listed(readings: readonly string[]): string | undefined {
    if (!NOUN_OR_PARTICLE.test(readings[0] ?? '')) return undefined;
    const isNoun = (part: string) => part.length >= LEAST_LETTERS && this.vocabulary.has(part) && isNamed(part);
    const isCompound = (noun: string) =>
      Array.from(noun).some((_, at) => isNoun(noun.slice(0, at)) && isNoun(noun.slice(at)));
    return [...readings].sort((a, b) => a.length - b.length).find((noun) => isNoun(noun) || isCompound(noun));
  }

  /** `신청하려면`: the noun of a verb, which has no particle. */
  private nounOfVerb(word: string): string | undefined {
    const noun = /^([가-힣]{2,})(?:하|되|시키|받|했|됐)[가-힣]{1,5}$/u.exec(word)?.[1];
    return noun !== undefined && isNamed(noun) && this.isKnown(noun) ? noun : undefined;
  }

  /** A word that occurs once: only if it can be nothing but a noun, alone or with its particle. */
  private guessed(word: string): string | undefined {
    const noun = isAnd(word) ? word.slice(0, -1) : word.replace(CLEAR, '').replace(TOPIC, '');
    if (noun.length < LEAST_LETTERS || UNCLEAR.test(noun) || !isNamed(noun)) return undefined;
    if (koreanVerbStems(noun).length > 0) return undefined;
    const { final } = decomposed(noun.slice(-1));
    return noun.length <= SHORT && final === FINAL.l ? undefined : noun;
  }
}
