/**
 * What nobody sees: control characters, separators of lines, characters without a glyph (Unicode: Default_Ignorable_Code_Point) and those
 * that turn the direction of writing (Bidi_Control), and the blank pattern of Braille. Two names that differ in one of them alone look the same, and one that turns the
 * direction reads as another (Unicode Technical Report 36, 2.5).
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');
/** An emoji is drawn by a selector behind it, and joined to another one: there both are seen. */
const EMOJI_PART =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu;
const KEYCAP = /([0-9#*])\ufe0f(?=\u20e3)/gu;

function withoutEmojiParts(text: string): string {
  const plain = text.replaceAll(KEYCAP, '$1').replaceAll(EMOJI_PART, '$1');
  // A selector and a joiner may follow one another: the first pass takes the selector, the second the joiner.
  return plain.replaceAll(EMOJI_PART, '$1');
}

/**
 * What is wrong with a text that names something: an id, a title, a label.
 * @returns the rule that it breaks, to follow its field's name; undefined for a good one
 */
export function nameFault(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must be whole Unicode characters, without lone surrogates';
  const found = INVISIBLE.exec(withoutEmojiParts(text))?.[0];
  if (found === undefined) return undefined;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = found === '\0' ? 'NUL' : `U+${code}`;
  return `must not hold control characters or invisible ones (${name})`;
}

/** A name that was read from a file, with what {@link nameFault} refuses taken out. */
export function cleanedName(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(ALL_INVISIBLE, '')
    .trim();
}
