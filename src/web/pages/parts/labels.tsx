import { useSpeech } from '../words/language.js';

/** A category path from the top down. */
export const pathText = (path: readonly string[]): string => path.join(' › ');

/** Labels of a category path as the URL has it, which anybody may have written. */
export function labelsOf(path: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(path ?? '[]');
    return Array.isArray(value) ? value.filter((label) => typeof label === 'string') : [];
  } catch {
    return [];
  }
}

/** A verdict, a status or the like; the colour repeats what the word says. */
export function Badge({ group, value }: { readonly group: string; readonly value: string }) {
  const { name } = useSpeech();
  return (
    <span class="badge" data-value={value}>
      {name(group, value)}
    </span>
  );
}
