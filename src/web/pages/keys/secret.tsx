import type { CreatedKey } from '../api/keys.js';
import { CopyButton } from '../parts/copy-button.js';
import { useSpeech } from '../words/language.js';

interface SecretProps {
  readonly made: Pick<CreatedKey, 'name' | 'key'>;
  readonly close: () => void;
}

/** The secret of a new key, which the server does not show again. */
export function Secret({ made, close }: SecretProps) {
  const { say } = useSpeech();
  return (
    <div class="card" role="status">
      <label>
        {say('secretOnce', { name: made.name })}
        <input readOnly class="secret" value={made.key} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <div class="row start">
        <CopyButton text={made.key} label={say('copy')} />
        <button type="button" class="quiet" onClick={close}>
          {say('close')}
        </button>
      </div>
    </div>
  );
}
