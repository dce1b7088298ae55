/** Function words of any English sentence. */
const CORE = 'a an the of to in on by for from with and or that this which who it you i do can';
/** Verbs and pronouns that people use to ask a question. */
const ASKING =
  'at these those our your my they we me be is are was were been have has had does did will would should could may must if then there ' +
  'about after before when where what why how not any long many much far often tell please need get';

/**
 * Returns the English function words. Further ones depend on the kind of text: a known-item lookup keeps `after`, which may be part of a
 * title.
 * @param own further words, separated by spaces
 */
export function functionWords(own: string): ReadonlySet<string> {
  return new Set(`${CORE} ${own}`.split(' '));
}

/** The same for questions and conversation, with their verbs and pronouns. */
export function askingWords(own: string): ReadonlySet<string> {
  return functionWords(`${ASKING} ${own}`);
}
