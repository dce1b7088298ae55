import { Injectable } from '@nestjs/common';
import { toJUnit } from '../domain/junit-report.js';
import { toHtml, toMarkdown } from '../domain/report-document.js';
import { toResultRow } from '../domain/result-row.js';
import { CompleteSession } from '../domain/session-artifacts.js';
import { findingsOf } from '../domain/session-findings.js';
import { ReportFormat, SessionReports } from '../domain/session-reports.js';
import { languageOf, writeReport } from '../domain/write-report.js';

/** Drawing is loaded when a page is asked for: it is large, and most processes never draw. */
async function loadBarChart() {
  const { barChart } = await import('./charts.js');
  return barChart;
}

/** Renders the report; the same session gives the same text. */
@Injectable()
export class RenderedReports extends SessionReports {
  async render(complete: CompleteSession, format: ReportFormat, findings = findingsOf(complete)): Promise<string> {
    if (format === 'junit') return toJUnit(complete);
    const { session, results, outcome } = complete;
    const { whys, improvements } = findings;
    if (format === 'json')
      return JSON.stringify(
        { session, outcome, five_whys: whys, improvements, results: results.map(toResultRow) },
        null,
        2,
      );
    const language = languageOf(complete);
    const blocks = writeReport({ complete, whys, improvements, language });
    if (format === 'markdown') return toMarkdown(blocks);
    return toHtml(blocks, { title: session.sessionId, language }, await loadBarChart());
  }
}
