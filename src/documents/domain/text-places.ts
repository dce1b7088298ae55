import { TextSpan } from '../../text/text-span.js';
import { TextPlace } from './document-block.js';

/** Index of the first place that ends after an offset (binary search). */
function firstAfter(offset: number, places: readonly TextPlace[]): number {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.end ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The places of a span of a text.
 * @param places of the whole text, ascending, without overlap
 * @returns those that touch the span, cut to it, with offsets from its start
 */
export function placesIn({ start, end }: TextSpan, places: readonly TextPlace[]): TextPlace[] {
  const own: TextPlace[] = [];
  for (let i = firstAfter(start, places); i < places.length; i++) {
    const place = places[i];
    if (place === undefined || place.start >= end) break;
    own.push({ ...place, start: Math.max(0, place.start - start), end: Math.min(place.end, end) - start });
  }
  return own;
}
