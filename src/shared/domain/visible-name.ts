/**
 * Invisible characters: control characters, line separators, characters without a glyph (Unicode: Default_Ignorable_Code_Point) , those
 * that change the writing direction (Bidi_Control), and the blank Braille pattern. Two names that differ only in one of them look the same,
 * and a name with another direction reads as another name (Unicode Technical Report 36, 2.5).
 */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');
/** A variation selector after an emoji and a joiner between emojis are visible. */
const EMOJI_PART =
  /([\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])(?:\ufe0f|\u200d(?=\p{Extended_Pictographic}))/gu;
const KEYCAP = /([0-9#*])\ufe0f(?=\u20e3)/gu;

function withoutEmojiParts(text: string): string {
  const plain = text.replaceAll(KEYCAP, '$1').replaceAll(EMOJI_PART, '$1');
  // A joiner may follow a selector: the first pass removes the selector, the second the joiner.
  return plain.replaceAll(EMOJI_PART, '$1');
}

/**
 * Checks a text that names something: an id, a title, a label.
 * @returns the broken rule, to follow the name of its field; undefined for a valid text
 */
export function nameFault(text: string): string | undefined {
  if (!text.isWellFormed()) return 'must be whole Unicode characters, without lone surrogates';
  const found = INVISIBLE.exec(withoutEmojiParts(text))?.[0];
  if (found === undefined) return undefined;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const name = found === '\0' ? 'NUL' : `U+${code}`;
  return `must not hold control characters or invisible ones (${name})`;
}

/** Replaces each invisible character of a name that a file has to keep apart from others. */
export function markedName(text: string): string {
  return text.toWellFormed().replaceAll(ALL_INVISIBLE, '_');
}

/** Removes from a name that was read from a file what {@link nameFault} rejects. */
export function cleanedName(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(ALL_INVISIBLE, '')
    .trim();
}
