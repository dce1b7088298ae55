import { useSpeech } from '../words/language.js';

/** A category path from the root down. */
export const pathText = (path: readonly string[]): string => path.join(' › ');

/** The headings that a section is below, as `pathText` writes a category. */
export const sectionText = (section: string): string => section.replaceAll(' > ', ' › ');

/** Labels of a category path in the URL, which may be malformed. */
export function labelsOf(path: string | null): readonly string[] {
  try {
    const value: unknown = JSON.parse(path ?? '[]');
    return Array.isArray(value) ? value.filter((label) => typeof label === 'string') : [];
  } catch {
    return [];
  }
}

/** A verdict or status; the colour repeats the word. */
export function Badge({ group, value }: { readonly group: string; readonly value: string }) {
  const { name } = useSpeech();
  return (
    <span class="badge" data-value={value}>
      {name(group, value)}
    </span>
  );
}
