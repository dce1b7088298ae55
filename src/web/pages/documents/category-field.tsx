import { useId } from 'preact/hooks';
import { pathsOf, readTree } from '../api/documents.js';
import { type Categories, useRights } from '../api/keys.js';
import { useLoaded } from '../parts/loaded.js';
import { useSpeech } from '../words/language.js';
import { firstCategory, isAllowed, listed, offeredCategories, typed, typedLabels } from './allowed-categories.js';

interface InputProps {
  readonly path: readonly string[];
  readonly allowed: Categories;
}

function CategoryInput({ path, allowed }: InputProps) {
  const { say } = useSpeech();
  const id = useId();
  const tree = useLoaded(readTree, []);
  const first = typed(firstCategory(path, allowed));
  // The browser says it before anything is sent.
  const check = (input: HTMLInputElement) => {
    const isOutside = input.value.trim() !== '' && !isAllowed(typedLabels(input.value), allowed);
    input.setCustomValidity(isOutside ? say('categoryOutside', { categories: listed(allowed) }) : '');
  };
  return (
    <>
      <label>
        {say('category')}
        <input
          name="path"
          required
          defaultValue={first}
          aria-describedby={`${id}-hint`}
          list={`${id}-paths`}
          onInput={(event) => check(event.currentTarget)}
        />
      </label>
      <datalist id={`${id}-paths`}>
        {offeredCategories(allowed, pathsOf(tree.value?.nodes ?? []))
          .map(typed)
          .map((one) => (
            <option key={one} value={one} />
          ))}
      </datalist>
      <p id={`${id}-hint`} class="whole-row muted">
        {allowed !== null && allowed.length > 0 && say('categoriesAllowed', { categories: listed(allowed) })}{' '}
        {say('categoryHint')}
      </p>
    </>
  );
}

/**
 * The category of a document, as the field `path` of its form. Those that the reader may store under and those that
 * there are are suggested; where only one is allowed, it is filled in.
 */
export function CategoryField({ path }: { readonly path: readonly string[] }) {
  const { categories, areKnown } = useRights();
  return <CategoryInput key={String(areKnown)} path={path} allowed={categories} />;
}
