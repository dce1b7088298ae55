import { useId } from 'preact/hooks';
import { pathsOf, readTree } from '../api/documents.js';
import { useLoaded } from '../parts/loaded.js';
import { useSpeech } from '../words/language.js';

/** Parses the labels of a typed path, separated by `>` or `›`. */
export const typedLabels = (text: string): string[] =>
  text
    .split(/[>›]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');

/** A category as it is typed. */
const typed = (path: readonly string[]): string => path.join(' > ');

/** The category of a new document, as the field `path` of its form. Existing ones are suggested. */
export function CategoryField({ path }: { readonly path: readonly string[] }) {
  const { say } = useSpeech();
  const hint = useId();
  const tree = useLoaded(readTree, []);
  return (
    <>
      <label>
        {say('category')}
        <input name="path" required defaultValue={typed(path)} aria-describedby={hint} list={`${hint}-paths`} />
      </label>
      <datalist id={`${hint}-paths`}>
        {pathsOf(tree.value?.nodes ?? [])
          .map(typed)
          .map((one) => (
            <option key={one} value={one} />
          ))}
      </datalist>
      <p id={hint} class="whole-row muted">
        {say('categoryHint')}
      </p>
    </>
  );
}
