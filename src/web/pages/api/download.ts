import { query, send } from './call.js';

/** How long the browser may take to open a file. */
const OPENING_MS = 60_000;

async function fetched(path: string, type?: string): Promise<{ readonly url: string; readonly name: string }> {
  const response = await send(path, { accept: '*/*' });
  const header = response.headers.get('content-disposition') ?? '';
  const name = /filename\*=UTF-8''([^;]+)/u.exec(header)?.[1];
  const blob = await response.blob();
  const url = URL.createObjectURL(type === undefined ? blob : new Blob([blob], { type }));
  setTimeout(() => URL.revokeObjectURL(url), OPENING_MS);
  return { url, name: name === undefined ? 'download' : decodeURIComponent(name) };
}

/** Saves what was made or fetched as a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Saves a file of the API. A plain link could not send the key. @throws CallError */
export async function download(path: string): Promise<void> {
  const { url, name } = await fetched(path);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}

/** Opens a PDF in a new tab at a page. Its type is fixed, so that no other file runs in the origin of these pages. @throws CallError */
export async function openPdf(path: string, page: number): Promise<void> {
  const { url } = await fetched(path, 'application/pdf');
  window.open(`${url}#page=${page}`, '_blank', 'noopener');
}

export const REPORT_FORMATS = ['html', 'markdown', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A report as a file of this browser: a link could not send the key. */
export async function downloadReport(id: string, format: ReportFormat): Promise<Blob> {
  const response = await send(`/test-sessions/${encodeURIComponent(id)}/report${query({ format })}`, { accept: '*/*' });
  return response.blob();
}
