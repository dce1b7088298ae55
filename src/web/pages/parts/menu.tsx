import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { menuPlace } from './menu-place.js';

interface MenuProps {
  /** Name of the button for screen readers. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Shows a card above the page, whole, next to its button. @returns what hides it. */
function showBeside(button: Element, card: HTMLElement): () => void {
  const place = () => {
    const size = { width: card.offsetWidth, height: card.offsetHeight };
    const { clientWidth: width, clientHeight: height } = document.documentElement;
    const { left, top } = menuPlace(button.getBoundingClientRect(), size, { width, height });
    card.style.left = `${left}px`;
    card.style.top = `${top}px`;
  };
  card.showPopover();
  place();
  // Containers that scroll take the button along; their events do not bubble.
  document.addEventListener('scroll', place, { capture: true, passive: true });
  window.addEventListener('resize', place);
  return () => {
    document.removeEventListener('scroll', place, { capture: true });
    window.removeEventListener('resize', place);
    if (card.isConnected) card.hidePopover();
  };
}

/**
 * Actions that a button opens. The menu is above all containers, so that none cuts it off. It closes after an action,
 * on Escape, on a click outside, and when the focus leaves it.
 */
export function Menu({ label, children }: MenuProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  const card = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useEffect(() => {
    const button = ref.current?.querySelector('summary');
    if (!isOpen || card.current === null || button === null || button === undefined) return undefined;
    const end = showBeside(button, card.current);
    const closeBeside = ({ target }: PointerEvent) => {
      if (target instanceof Node && ref.current?.contains(target) === false) close();
    };
    document.addEventListener('pointerdown', closeBeside);
    return () => {
      document.removeEventListener('pointerdown', closeBeside);
      end();
    };
  }, [isOpen]);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    close();
    ref.current?.querySelector('summary')?.focus();
  };
  const closeOutside = (event: FocusEvent) => {
    const { relatedTarget: next } = event;
    if (next instanceof Node && ref.current?.contains(next) === false) close();
  };
  const closeAfterAction = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('button, a') !== null) close();
  };
  return (
    <details
      class="menu"
      ref={ref}
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      onKeyDown={closeOnEscape}
      onFocusOut={closeOutside}
      onClick={closeAfterAction}
    >
      <summary aria-label={label} title={label}>
        ⋯
      </summary>
      <div class="card" ref={card} popover="manual">
        {children}
      </div>
    </details>
  );
}
