import { useEffect, useState } from 'preact/hooks';
import { useSpeech } from '../words/language.js';
import { languageOf } from './language-of.js';

type Korean = typeof import('../../korean/in-korean.js');
let korean: Korean | undefined;

/** The server's sentences in Korean, loaded when a Korean page first shows one; undefined before and on English pages. */
function useKorean(): Korean | undefined {
  const { language } = useSpeech();
  const [loaded, setLoaded] = useState(korean);
  useEffect(() => {
    if (language !== 'ko' || korean !== undefined) return;
    void import('../../korean/in-korean.js').then((table) => {
      korean = table;
      setLoaded(table);
    });
  }, [language]);
  return language === 'ko' ? loaded : undefined;
}

/** Puts a sentence of the server, which writes English, into the language of the page; unknown sentences stay as they are. */
export function useServerText(): (text: string) => string {
  const table = useKorean();
  return (text) => table?.inKorean(text) ?? text;
}

interface ServerTextProps {
  readonly children: string;
  /** Words the sentence for the readers of its page. */
  readonly plain?: (text: string) => string;
}

/** A sentence of the server in the language of the page. */
export function ServerText({ children, plain }: ServerTextProps) {
  const translated = useServerText()(children);
  const said = plain?.(translated) ?? translated;
  return <span lang={languageOf(said)}>{said}</span>;
}

/** The details of a refusal. Where they have no Korean, a sentence says what kind of refusal it is, and the details follow in English. */
export function RefusalText({ code, detail }: { readonly code: string; readonly detail: string }) {
  const table = useKorean();
  const kind = table?.problemInKorean(code);
  if (kind === undefined || languageOf(table?.inKorean(detail) ?? '') === 'ko')
    return <ServerText>{detail}</ServerText>;
  return (
    <>
      {kind}
      <br />
      <span class="muted" lang="en">
        {detail}
      </span>
    </>
  );
}
