/** Sides of a box in the window, in pixels from its left and top. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** In pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Between a menu and its button. */
const GAP = 4;
/** Between a menu and the sides of the window. */
const EDGE = 8;

const between = (least: number, wanted: number, most: number) => Math.max(least, Math.min(wanted, most));

/**
 * Where a menu is whole: below its button, or above it where the window has no room below, with the right sides of
 * both in one line where that fits.
 * @param menu not larger than the window; a longer one begins at the top and is scrolled
 * @returns its left and top in the window, in pixels
 */
export function menuPlace(button: Box, menu: Size, window: Size): Pick<Box, 'left' | 'top'> {
  const below = button.bottom + GAP;
  const above = button.top - GAP - menu.height;
  const isBelow = below + menu.height <= window.height - EDGE || above < EDGE;
  return {
    left: between(EDGE, button.right - menu.width, window.width - EDGE - menu.width),
    top: between(EDGE, isBelow ? below : above, window.height - EDGE - menu.height),
  };
}
