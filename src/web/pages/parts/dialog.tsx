import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useSpeech } from '../words/language.js';

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  /** `sheet`: at the bottom of the window. */
  readonly class?: 'sheet';
  /** The contents have parts of their own up to the sides; others have a margin and are scrolled as a whole. */
  readonly fills?: true;
  readonly children: ComponentChildren;
}

/** A modal dialog. Escape and a click outside close it, and the focus returns to the previous element. */
export function Dialog({ title, close, children, class: form, fills }: DialogProps) {
  const { say } = useSpeech();
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  const closeBeside = (event: MouseEvent) => {
    if (event.target === ref.current) close();
  };
  return (
    <dialog
      ref={ref}
      {...(form === undefined ? {} : { class: form })}
      aria-labelledby={id}
      onClose={close}
      onClick={closeBeside}
    >
      <div class="top">
        <h2 id={id}>{title}</h2>
        <button type="button" class="quiet" onClick={close}>
          {say('close')}
        </button>
      </div>
      {fills === true ? children : <div class="scrolled inside">{children}</div>}
    </dialog>
  );
}
