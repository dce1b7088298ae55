import { foldedWithoutSpaces } from '../folded-text.js';
import { changedGroups } from './said-words.js';
import { ConfigurationView } from './served-configuration.js';
import { synonymPatch } from './synonym-repair.js';
import { Patch } from './trial-sandbox.js';

/** Shorter words stand everywhere. */
const LEAST_CONTROL = 3;

/**
 * The control of a synonym: the word that the questions ask with, joined to a word that has nothing to do with them. What it cures as well
 * was not cured by the meaning of the words. Empty where the patch joins no words, or none of the words will do.
 * @param words of a passage that the questions are not about
 */
export function controlPatch(
  patch: Patch,
  view: ConfigurationView,
  { asked, words }: { readonly asked: readonly string[]; readonly words: readonly string[] },
): Patch {
  const [group] = changedGroups(patch, view);
  if (group === undefined) return [];
  const texts = asked.map(foldedWithoutSpaces);
  const said = group.find((word) => texts.some((text) => text.includes(foldedWithoutSpaces(word))));
  const isForeign = (word: string) =>
    word.length >= LEAST_CONTROL &&
    !/\d/u.test(word) &&
    !texts.some((text) => text.includes(foldedWithoutSpaces(word)));
  const away = words.find((word) => isForeign(word) && !group.includes(word));
  return said === undefined || away === undefined ? [] : synonymPatch(view, { asked: said, written: away });
}
