/** Tells a screen reader what changed on the page without moving the focus. */
export function announce(words: string): void {
  const place = document.getElementById('announcer');
  if (place !== null) place.textContent = words;
}
