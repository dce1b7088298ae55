import { pathText } from '../parts/labels.js';
import { useSpeech } from '../words/language.js';
import type { FoundFiles } from './dropped-files.js';
import { planOf } from './upload-plan.js';
import type { UploadSettings } from './upload-queue.js';

/** Names that a list shows. */
const MOST_NAMES = 8;

const shortened = (names: readonly string[]): string =>
  `${names.slice(0, MOST_NAMES).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;

interface PreviewProps {
  readonly found: FoundFiles;
  /** What the form says so far; undefined before anything was typed or chosen. */
  readonly settings: UploadSettings | undefined;
}

/** What goes where and what is left out, before anything is sent. */
export function UploadPreview({ found: { files, skipped, unread }, settings }: PreviewProps) {
  const { say } = useSpeech();
  const inFolders = files.some(({ folders }) => folders.length > 0);
  const isPlanned = settings !== undefined && settings.path.length > 0 && (files.length > 1 || inFolders);
  if (!isPlanned && skipped.length + unread.length === 0) return null;
  return (
    <section class="whole-row note" aria-label={say('beforeSending')} aria-live="polite">
      {isPlanned && (
        <>
          <p>{say(inFolders && settings.usesFolders ? 'planOfFolders' : 'plan')}</p>
          <ul>
            {planOf(files, settings).map(({ path, names }) => (
              <li key={path.join('>')} data-planned={path.join(' > ')}>
                <strong>{pathText(path)}</strong> ({names.length}): {shortened(names)}
              </li>
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && <p>{say('filesSkipped', { count: skipped.length, names: shortened(skipped) })}</p>}
      {unread.length > 0 && <p>{say('filesUnread', { count: unread.length, names: shortened(unread) })}</p>}
    </section>
  );
}
