/** Announces a change of the page to screen readers without moving the focus. */
export function announce(words: string): void {
  const place = document.getElementById('announcer');
  if (place !== null) place.textContent = words;
}
