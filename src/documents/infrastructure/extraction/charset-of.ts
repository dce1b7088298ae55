/** The encoding that a media type names: `text/plain; charset=euc-kr`. */
export function charsetOf(mediaType: string | undefined): string | undefined {
  return /;\s{0,9}charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/iu.exec(mediaType ?? '')?.[1];
}
