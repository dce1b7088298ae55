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
  const isShown = useRef(true);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => {
      isShown.current = false;
      dialog?.close();
    };
  }, []);
  // The event of a dialog that is taken away, as by a wider window, comes later: nobody closed it.
  const closeShown = () => {
    if (isShown.current) close();
  };
  const closeBeside = (event: MouseEvent) => {
    if (event.target === ref.current) close();
  };
  return (
    <dialog
      ref={ref}
      {...(form === undefined ? {} : { class: form })}
      aria-labelledby={id}
      onClose={closeShown}
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
