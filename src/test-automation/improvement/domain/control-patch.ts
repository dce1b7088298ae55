import { foldedWithoutSpaces } from '../../../text/folded-text.js';
import { changedGroups } from './user-terms.js';
import { ConfigurationView } from './served-configuration.js';
import { likeness, synonymPatch } from './synonym-repair.js';
import { Patch } from './experiment-sandbox.js';

/** Shorter words stand everywhere. */
const LEAST_CONTROL = 2;
/** Controls of each kind: the luckiest of some is a harder test than one. */
const CONTROLS = 3;
/** Words that look so much alike are forms of one another, not rivals. */
const ALIKE = 0.5;

/** What controls are made from. */
export interface ControlTexts {
  /** Questions that the patch should cure. */
  readonly asked: readonly string[];
  /** Passages that answer them, with their headings. */
  readonly own: readonly string[];
  /** Their titles and headings. */
  readonly headings: readonly string[];
  /** Words of those passages. */
  readonly ownWords: readonly string[];
  /** Passages that other questions are about. */
  readonly elsewhere: readonly string[];
  /** Words of passages elsewhere. */
  readonly awayWords: readonly string[];
}

export interface ControlPatches {
  /** The word of the questions joined to words from elsewhere that are as frequent as the right one. */
  readonly unrelated: readonly Patch[];
  /** The word of the questions joined to other words that most of these passages have. */
  readonly rivals: readonly Patch[];
  /** How many of these passages have what the word of the questions is joined to. */
  readonly holding: Holding | null;
}

export interface Holding {
  readonly passages: number;
  readonly having: number;
  /** Of them those that are called by it, in their title or heading. */
  readonly named: number;
}

const share = (texts: readonly string[], word: string) => texts.filter((text) => text.includes(word)).length;
const isPlain = (word: string) => word.length >= LEAST_CONTROL && !/\d/u.test(word);
const isForm = (a: string, b: string) => a.includes(b) || b.includes(a) || likeness({ asked: a, written: b }) >= ALIKE;

/**
 * Controls of a synonym: the word that the questions ask with, joined to words that do not mean the same. A word from elsewhere that cures as
 * much was not cured by meaning; and where another word of the same passages cures as much, nothing says that this one is the synonym.
 * None for a patch that joins no words, or where none of the questions says one of them.
 */
export function controlPatches(patch: Patch, view: ConfigurationView, texts: ControlTexts): ControlPatches {
  const [group] = changedGroups(patch, view);
  const asked = texts.asked.map(foldedWithoutSpaces);
  const said = group?.find((word) => asked.some((text) => text.includes(foldedWithoutSpaces(word))));
  if (group === undefined || said === undefined) return { unrelated: [], rivals: [], holding: null };
  const [own, elsewhere] = [texts.own.map(foldedWithoutSpaces), texts.elsewhere.map(foldedWithoutSpaces)];
  const written = group.filter((word) => word !== said);
  const isForeign = (word: string) =>
    isPlain(word) && !written.some((other) => isForm(word, other)) && !asked.some((text) => text.includes(word));
  const fold = (words: readonly string[]) => [...new Set(words.map(foldedWithoutSpaces))].filter(isForeign);
  const all = [...own, ...elsewhere];
  const usual = Math.max(...written.map((word) => share(all, foldedWithoutSpaces(word))));
  const distance = (word: string) => Math.abs(share(all, word) - usual);
  const unrelated = fold(texts.awayWords)
    .filter((word) => share(own, word) === 0)
    .sort((a, b) => distance(a) - distance(b));
  // What most of the passages have and few others, as a synonym would be mined.
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
