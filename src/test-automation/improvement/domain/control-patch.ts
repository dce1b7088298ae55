import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { changedGroups } from './user-terms.js';
import { ConfigurationView } from './served-configuration.js';
import { likeness, synonymPatch } from './synonym-repair.js';
import { isDictionaryForm, saysWord } from '../../../text/korean/spoken-verbs.js';
import { Patch } from './experiment-sandbox.js';

/** Shorter words are in every text. */
const LEAST_CONTROL = 2;
/** Controls of each kind: the best of several is a harder test than one. */
const CONTROLS = 3;
/** Words with this similarity are forms of one word, not rivals. */
const ALIKE = 0.5;

/** The input for controls. */
export interface ControlTexts {
  /** Questions that the patch should cure. */
  readonly asked: readonly string[];
  /** Passages that answer them, with their headings. */
  readonly own: readonly string[];
  /** Their titles and headings. */
  readonly headings: readonly string[];
  /** Words of those passages. */
  readonly ownWords: readonly string[];
  /** Passages of other questions. */
  readonly elsewhere: readonly string[];
  /** Words of other passages. */
  readonly awayWords: readonly string[];
}

export interface ControlPatches {
  /** The word of the questions as a synonym of unrelated words that are as frequent as the right one. */
  readonly unrelated: readonly Patch[];
  /** The word of the questions as a synonym of other words that most of these passages have. */
  readonly rivals: readonly Patch[];
  /** How many of these passages have the right word. */
  readonly holding: Holding | null;
}

/** A synonym of a patch: the word of the questions, and its other words. */
export interface JoinedWords {
  readonly said: string;
  readonly written: readonly string[];
}

/** Undefined for a patch without synonyms, or if none of the questions contains one of the words. */
export function joinedWords(patch: Patch, view: ConfigurationView, asked: readonly string[]): JoinedWords | undefined {
  const [group] = changedGroups(patch, view);
  const texts = asked.map(foldedWithoutSpaces);
  const isSaid = (word: string) =>
    isDictionaryForm(word)
      ? asked.some((text) => saysWord(text, word))
      : texts.some((text) => text.includes(foldedWithoutSpaces(word)));
  // What a patch adds to a group comes last: other wordings of the questions may say another of its words.
  const said = group?.findLast(isSaid);
  return group === undefined || said === undefined
    ? undefined
    : { said, written: group.filter((word) => word !== said) };
}

export interface Holding {
  readonly passages: number;
  readonly having: number;
  /** How many of them have it in their title or heading. */
  readonly named: number;
}

const share = (texts: readonly string[], word: string) => texts.filter((text) => text.includes(word)).length;
const isPlain = (word: string) => word.length >= LEAST_CONTROL && !/\d/u.test(word);
const isForm = (a: string, b: string) => a.includes(b) || b.includes(a) || likeness({ asked: a, written: b }) >= ALIKE;

/**
 * Controls of a synonym: the word of the questions as a synonym of words with another meaning. If an unrelated word cures as much, the cure
 * is not due to meaning. If another word of the same passages cures as much, nothing shows that this one is the synonym. Empty for a patch
 * without synonyms, or if none of the questions contains one of the words.
 */
export function controlPatches(patch: Patch, view: ConfigurationView, texts: ControlTexts): ControlPatches {
  const words = joinedWords(patch, view, texts.asked);
  if (words === undefined) return { unrelated: [], rivals: [], holding: null };
  const { said, written } = words;
  const asked = texts.asked.map(foldedWithoutSpaces);
  const [own, elsewhere] = [texts.own.map(foldedWithoutSpaces), texts.elsewhere.map(foldedWithoutSpaces)];
  const isForeign = (word: string) =>
    isPlain(word) && !written.some((other) => isForm(word, other)) && !asked.some((text) => text.includes(word));
  const fold = (words: readonly string[]) => [...new Set(words.map(foldedWithoutSpaces))].filter(isForeign);
  const all = [...own, ...elsewhere];
  const usual = Math.max(...written.map((word) => share(all, foldedWithoutSpaces(word))));
  const distance = (word: string) => Math.abs(share(all, word) - usual);
  const unrelated = fold(texts.awayWords)
    .filter((word) => share(own, word) === 0)
    .sort((a, b) => distance(a) - distance(b));
  // Words that most of the passages and few others have, by the measure of synonym mining.
  const telling = (word: string) => share(own, word) / (1 + share(elsewhere, word));
  const rivals = fold(texts.ownWords).sort((a, b) => telling(b) - telling(a));
  const joined = (words: readonly string[]) =>
    words
      .map((word) => synonymPatch(view, { asked: said, written: word }))
      .filter((control) => control.length > 0)
      .slice(0, CONTROLS);
  const isHeld = (text: string) =>
    written.some((word) => foldedWithoutSpaces(text).includes(foldedWithoutSpaces(word)));
  const having = own.filter(isHeld).length;
  const named = texts.headings.filter(isHeld).length;
  return { unrelated: joined(unrelated), rivals: joined(rivals), holding: { passages: own.length, having, named } };
}
