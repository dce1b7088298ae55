import { Conflict, ConflictSetting, spanOf } from './conflict.js';
import { isSameWord, Nearness, termsOf } from './meaning.js';
import { Saying, sayingsOf } from './readable-answer.js';
import { isComparable, isSameValue, Value, valuesOf } from './values.js';

interface Pair {
  readonly label: string;
  readonly value: Value;
  readonly saying: Saying;
}

const PART_BORDER = /[,;|·]|(?<=[가-힣])(?:고|며)\s|\b(?:and|but|while)\b|\.\s/gu;

/** Each number with the words of its part of the sentence: the words before it in Korean, and also the words after it in English. */
function pairsOf(text: string): Pair[] {
  return sayingsOf(text).flatMap((saying) => {
    const borders = [...saying.text.matchAll(PART_BORDER)].map((match) => match.index + match[0].length);
    const values = valuesOf(saying.text).filter(({ denied, soft }) => !denied && !soft);
    const isRow = saying.text.includes('|');
    return values.map((value, i) => {
      const first = values.length === 1 ? 0 : (borders.findLast((border) => border <= value.start) ?? 0);
      const start = isRow ? 0 : Math.max(first, values[i - 1]?.end ?? 0);
      const next = Math.min(
        saying.text.length,
        borders.find((border) => border > value.end) ?? Infinity,
        values[i + 1]?.start ?? Infinity,
      );
      const behind = value.korean ? '' : saying.text.slice(value.end, next);
      return { label: `${saying.text.slice(start, value.start)} ${behind}`, value, saying };
    });
  });
}

const LABEL_LIKE = 0.5;
const LABEL_NEAR = 0.4;
const LABEL_MARGIN = 0.15;
/** A label with this share of the words of its own number belongs to that number. */
const OWN_LIKE = 0.25;

interface Likeness {
  readonly shared: number;
  readonly near: number;
}

/** @param asked words of the question, which distinguish nothing */
function likeness(a: string, b: string, asked: ReturnType<typeof termsOf>, nearness: Nearness): Likeness {
  const isOwn = (word: ReturnType<typeof termsOf>[number]): boolean => !asked.some((other) => isSameWord(word, other));
  const [left, right] = [termsOf(a).filter(isOwn), termsOf(b).filter(isOwn)];
  const shared = left.filter((word) => right.some((other) => other.stem === word.stem)).length;
  return { shared: shared / Math.max(1, Math.min(left.length, right.length)), near: nearness(a, b) };
}

/** `40퍼센트` and `학기의 2분의 1` are both shares and never denote the same value. */
const isPercent = ({ dimension, written, value }: Value): boolean => dimension === 'ratio' && written !== value;

/** One number counts a part of what the other counts: the words before them do not show which is which. */
const NESTED = /포함|제외|가운데|\d\S{0,3}\s?중\s|\b(?:including|of which|of whom)\b/iu;

/** A number is next to the label of another number of the passages: `지도교수 80점, 실습기관 20점`. */
export function pairConflicts(answer: string, { gold, question, nearness }: ConflictSetting): Conflict[] {
  const pairs = gold
    .flatMap(pairsOf)
    .filter(({ label, saying }) => termsOf(label).length > 0 && !NESTED.test(saying.text));
  const asked = termsOf(question);
  return pairsOf(answer).flatMap(({ label, value, saying }) => {
    if (termsOf(label).length === 0) return [];
    const across = pairs.some((pair) => pair.value.korean !== value.korean);
    const rivals = pairs
      .filter(
        (pair) =>
          isComparable(pair.value, value) &&
          isPercent(pair.value) === isPercent(value) &&
          (across || pair.value.dimension === value.dimension),
      )
      .map((pair) => ({ pair, ...likeness(label, pair.label, asked, nearness) }))
      .sort((x, y) => (across ? y.near - x.near : y.shared - x.shared));
    const own = rivals.filter(({ pair }) => isSameValue(pair.value, value));
    const [best] = rivals;
    if (best === undefined || own.length === 0 || isSameValue(best.pair.value, value)) return [];
    const isOther = across
      ? best.near >= LABEL_NEAR && own.every(({ near }) => best.near - near >= LABEL_MARGIN)
      : best.shared >= LABEL_LIKE && own.every(({ shared }) => shared <= OWN_LIKE);
    return isOther
      ? [{ ...spanOf(saying), clause: best.pair.saying.text, reason: 'the number belongs to something else' }]
      : [];
  });
}
