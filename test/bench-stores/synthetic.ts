import { seededRandom } from '../../src/search/embedding/domain/latent-semantics/seeded-random.js';

const VOCABULARY = 40_000;
const TOPICS = 300;
const WORDS = 70;
const LATIN = 'an bel cor dis el fan gor hal is jun kel lor men nor or pal quin ros sel tor ul ven wes yar zim'.split(
  ' ',
);
const HANGUL = Array.from(
  '강경고공과관교구국기남녹단달대도동라로마문미바배백보부사산서선성소수시신안양연영오우원유이인자장전정제조주지진천청초춘태하한해화황',
);
/** Exponent of Zipf's law for words of running text. */
const EXPONENT = 0.95;

/** Numbers from 0 up to 1. */
type Random = () => number;

function randomFrom(seed: number): Random {
  const whole = seededRandom(seed);
  return () => whole() / 2 ** 32;
}

function pick<T>(random: Random, all: readonly T[]): T | undefined {
  return all[Math.floor(random() * all.length)];
}

function inventWords(random: Random): string[] {
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    const syllables = words.size % 2 === 0 ? LATIN : HANGUL;
    const length = 2 + Math.floor(random() * 3);
    words.add(Array.from({ length }, () => pick(random, syllables)).join(''));
  }
  return [...words];
}

function cumulated(): Float64Array {
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank++) sums[rank] = sum += 1 / (rank + 1) ** EXPONENT;
  return sums;
}

/** A document of the corpus. */
export interface SyntheticDocument {
  readonly document_id: string;
  readonly title: string;
  readonly text: string;
  readonly canonical_path: readonly string[];
}

/**
 * A corpus of any size of invented words, Latin and Hangul, whose frequencies follow Zipf's law; half of them come from one of many topics.
 * Category paths leave exactly a hundredth and a thousandth of it.
 */
export class SyntheticCorpus {
  private readonly words = inventWords(randomFrom(7));
  private readonly sums = cumulated();

  document(i: number): SyntheticDocument {
    const random = randomFrom(1_000_003 + i);
    const topic = Math.floor(random() * TOPICS);
    const words = Array.from({ length: WORDS }, () => this.word(random, topic));
    return {
      document_id: `s${i}`,
      title: words.slice(0, 4).join(' '),
      text: `${words.slice(4, 30).join(' ')}. ${words.slice(30).join(' ')}.`,
      canonical_path: ['bench', `c${i % 100}`, `d${Math.floor(i / 100) % 10}`],
    };
  }

  /** Some words of one document; its path gives the filters under which it can be found. */
  question(i: number, size: number): { readonly text: string; readonly path: readonly string[] } {
    const random = randomFrom(77_777 + i);
    const { title, text, canonical_path } = this.document(Math.floor(random() * size));
    const words = text.split(/[ .]+/u);
    const from = Math.floor(random() * (words.length - 6));
    const asked = [...words.slice(from, from + 4), pick(random, words), title.split(' ')[1]];
    return { text: asked.join(' '), path: canonical_path };
  }

  private word(random: Random, topic: number): string {
    const rank = this.rank(random() * (this.sums.at(-1) ?? 1));
    const place = random() < 0.5 ? rank : (rank * 131 + topic * 149) % VOCABULARY;
    return this.words[place] ?? '';
  }

  private rank(sum: number): number {
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sums[middle] ?? 0) < sum) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
