import { getDocument, GlobalWorkerOptions, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useRef, useState } from 'preact/hooks';
import { send } from '../api/call.js';
import { serverUrl } from '../parts/base-path.js';
import { languageOf } from '../parts/language-of.js';
import { Waiting } from '../parts/loaded.js';
import { useSpeech } from '../words/language.js';

/** What the reader of PDF loads, all of it from this server: its worker, and tables for fonts that are not in the file. */
const folder = serverUrl(`/assets/pdfjs-${version}`);
GlobalWorkerOptions.workerSrc = `${folder}/pdf.worker.min.mjs`;
const OPTIONS = {
  cMapUrl: `${folder}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${folder}/standard_fonts/`,
  wasmUrl: `${folder}/wasm/`,
  // The content security policy permits no WebAssembly; scripts decode images instead.
  useWasm: false,
  // Messages about odd fonts do not help the reader; errors are thrown whatever the level.
  verbosity: 0,
};

/** A rectangle in shares of the page, from its upper left corner. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

/** A point, which the reader of PDF declares as any value. */
const numbers = (point: unknown): number[] => (Array.isArray(point) ? point.map(Number) : []);

/**
 * Draws a page of a PDF as wide as the canvas is shown.
 * @param box corners in points, as a source has them
 * @returns where the box is on the drawn page
 */
async function draw(
  document: Awaited<ReturnType<typeof getDocument>['promise']>,
  canvas: HTMLCanvasElement,
  number: number,
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): Promise<Place> {
  const page = await document.getPage(number);
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: (canvas.clientWidth / width) * devicePixelRatio });
  canvas.width = Math.round(viewport.width);
  canvas.height = Math.round(viewport.height);
  await page.render({ canvas, viewport }).promise;
  // Corners of a turned page change places.
  const [x1 = 0, y1 = 0] = numbers(viewport.convertToViewportPoint(left, bottom));
  const [x2 = 0, y2 = 0] = numbers(viewport.convertToViewportPoint(right, top));
  return {
    left: Math.min(x1, x2) / viewport.width,
    top: Math.min(y1, y2) / viewport.height,
    width: Math.abs(x2 - x1) / viewport.width,
    height: Math.abs(y2 - y1) / viewport.height,
  };
}

interface PdfPageProps {
  /** Route of the file. */
  readonly path: string;
  /** From 1. */
  readonly page: number;
  readonly box: readonly number[];
  readonly quote: string;
  /** Called if the file is missing or damaged. */
  readonly fail: () => void;
}

/** A page of a PDF with a passage marked. */
export function PdfPage({ path, page, box, quote, fail }: PdfPageProps) {
  const { say } = useSpeech();
  const canvas = useRef<HTMLCanvasElement>(null);
  const mark = useRef<HTMLElement>(null);
  const [place, setPlace] = useState<Place | undefined>();
  const corners = box.join(' ');
  useEffect(() => {
    const ending = new AbortController();
    const show = async () => {
      const response = await send(path, { accept: 'application/pdf', signal: ending.signal });
      const loading = getDocument({ ...OPTIONS, data: new Uint8Array(await response.arrayBuffer()) });
      ending.signal.addEventListener('abort', () => void loading.destroy());
      const document = await loading.promise;
      if (canvas.current !== null) setPlace(await draw(document, canvas.current, page, box));
      await loading.destroy();
    };
    show().catch(() => {
      if (!ending.signal.aborted) fail();
    });
    return () => ending.abort();
  }, [path, page, corners]);
  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [place]);
  return (
    <>
      {place === undefined && <Waiting />}
      <figure class="pdf-page" aria-label={say('pageWithPassage', { page })}>
        <canvas ref={canvas} aria-hidden="true" />
        {place !== undefined && (
          <mark
            ref={mark}
            style={{
              left: percent(place.left),
              top: percent(place.top),
              width: percent(place.width),
              height: percent(place.height),
            }}
          >
            <span class="hush" lang={languageOf(quote)}>
              {quote}
            </span>
          </mark>
        )}
      </figure>
    </>
  );
}
