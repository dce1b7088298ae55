import { useState } from 'preact/hooks';
import { saveBlob } from '../api/download.js';
import { downloadReport, REPORT_FORMATS, type ReportFormat } from '../api/download.js';
import { ProblemView } from '../parts/problem.js';
import { useSpeech } from '../words/language.js';

const EXTENSIONS: Readonly<Record<ReportFormat, string>> = {
  html: 'html',
  markdown: 'md',
  json: 'json',
  junit: 'xml',
};

/** The report as files: a separate page may have styles that this page's policy forbids. */
export function ReportLinks({ id }: { readonly id: string }) {
  const { say, name } = useSpeech();
  const [error, setError] = useState<unknown>(undefined);
  const load = (format: ReportFormat) => () => {
    setError(undefined);
    downloadReport(id, format).then((blob) => saveBlob(blob, `${id}.${EXTENSIONS[format]}`), setError);
  };
  return (
    <div class="row start" role="group" aria-label={say('report')}>
      <span class="muted">{say('report')}</span>
      {REPORT_FORMATS.map((format) => (
        <button key={format} type="button" class="quiet" onClick={load(format)}>
          {name('report', format)}
        </button>
      ))}
      {error !== undefined && <ProblemView error={error} />}
    </div>
  );
}
