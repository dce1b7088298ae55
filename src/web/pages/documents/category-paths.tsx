import { pathsOf, readTree } from '../api/documents.js';
import { pathText } from '../parts/labels.js';
import { useLoaded } from '../parts/loaded.js';
import { useSpeech } from '../words/language.js';

interface PathsProps {
  /** Names the field for screen readers: it may repeat from row to row. */
  readonly label: string;
  /** One category a line. */
  readonly paths: string;
  /** Categories as they are typed. */
  readonly offered: readonly string[];
  readonly isNeeded: boolean;
  readonly change: (paths: string) => void;
}

/** Categories, one a line; those that there are can be chosen. */
function CategoryPaths({ label, paths, offered, isNeeded, change }: PathsProps) {
  const { say } = useSpeech();
  const lines = paths.split('\n').filter((line) => line.trim() !== '');
  const left = offered.filter((path) => !lines.includes(path));
  const named = (words: string) => (label === '' ? words : `${words}, ${label}`);
  return (
    <>
      <textarea
        rows={2}
        required={isNeeded}
        aria-label={named(say('seesCategories'))}
        value={paths}
        onInput={(event) => change(event.currentTarget.value)}
      />
      {left.length > 0 && (
        <select
          aria-label={named(say('chooseCategory'))}
          value=""
          onChange={(event) => change([...lines, event.currentTarget.value].join('\n'))}
        >
          <option value="">{say('chooseCategory')}</option>
          {left.map((path) => (
            <option key={path} value={path}>
              {path}
            </option>
          ))}
        </select>
      )}
    </>
  );
}

interface Seen {
  readonly seesAll: boolean;
  /** One category a line. */
  readonly paths: string;
}

interface ChoiceProps extends Omit<PathsProps, 'paths' | 'change'> {
  readonly seen: Seen;
  readonly change: (seen: Seen) => void;
}

/** All categories, or some of them. */
export function CategoryChoice({ seen: { seesAll, paths }, change, ...field }: ChoiceProps) {
  const { say } = useSpeech();
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          checked={seesAll}
          onChange={(event) => change({ seesAll: event.currentTarget.checked, paths })}
        />{' '}
        {say('everyCategory')}
      </label>
      {!seesAll && <CategoryPaths {...field} paths={paths} change={(typed) => change({ seesAll, paths: typed })} />}
    </>
  );
}

/** The categories that there are, as they are typed; none until they are read. */
export function useOfferedPaths(): readonly string[] {
  return pathsOf(useLoaded(readTree, []).value?.nodes ?? []).map(pathText);
}
