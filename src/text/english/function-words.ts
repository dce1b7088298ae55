/** Words that hold any English sentence together. */
const CORE = 'a an the of to in on by for from with and or that this which who it you i do can';
/** Verbs and pronouns of a question or a remark, with which people ask. */
const ASKING =
  'at these those our your my they we me be is are was were been have has had does did will would should could may must if then there ' +
  'about after before when where what why how not any long many much far often tell please need get';

/**
 * English words that name nothing. What else names nothing depends on what is read: a look-up keeps `after`, which a title may have.
 * @param own further words, parted by blanks
 */
export function functionWords(own: string): ReadonlySet<string> {
  return new Set(`${CORE} ${own}`.split(' '));
}

/** The same for what people ask or say, with its verbs and pronouns. */
export function askingWords(own: string): ReadonlySet<string> {
  return functionWords(`${ASKING} ${own}`);
}
