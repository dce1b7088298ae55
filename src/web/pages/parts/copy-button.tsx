import { useState } from 'preact/hooks';
import { useSpeech } from '../words/language.js';
import { announce } from './announce.js';

/** Copies to the clipboard. @returns false where the browser does not permit it: without HTTPS, or without the permission */
export async function copyText(text: string): Promise<boolean> {
  if (!isSecureContext) return false;
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

interface CopyProps {
  readonly text: string;
  readonly label: string;
  /** Said after the text was copied; by default that it was. */
  readonly done?: string;
}

/** A button that copies a text and says whether it did. */
export function CopyButton({ text, label, done }: CopyProps) {
  const { say } = useSpeech();
  // Another text is not copied yet.
  const [tried, setTried] = useState<{ readonly text: string; readonly words: string } | undefined>();
  const copy = async () => {
    const words = (await copyText(text)) ? (done ?? say('copiedText')) : say('notCopied');
    setTried({ text, words });
    announce(words);
  };
  return (
    <p class="row start">
      <button type="button" class="quiet" onClick={() => void copy()}>
        {label}
      </button>
      {tried?.text === text && <span class="muted">{tried.words}</span>}
    </p>
  );
}
