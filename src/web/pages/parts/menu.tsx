import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

interface MenuProps {
  /** Name of the button for screen readers. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Actions that a button opens. The menu closes after one of them, on Escape, and when the focus leaves it. */
export function Menu({ label, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (ref.current !== null) ref.current.open = false;
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    ref.current?.querySelector('summary')?.focus();
  };
  const closeOutside = (event: FocusEvent) => {
    const { relatedTarget: next } = event;
    if (next instanceof Node && ref.current?.contains(next) === false) close();
  };
  const closeAfterAction = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button') !== null) close();
  };
  return (
    <details class="menu" ref={ref} onKeyDown={closeOnEscape} onFocusOut={closeOutside} onClick={closeAfterAction}>
      <summary aria-label={label} title={label}>
        ⋯
      </summary>
      <div class="card">{children}</div>
    </details>
  );
}
