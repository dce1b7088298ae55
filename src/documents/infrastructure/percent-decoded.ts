/** Decodes the percent signs of a part of an address. One that is not UTF-8 stays as it is encoded. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
