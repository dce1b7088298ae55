import { Injectable } from '@nestjs/common';
import { toJUnit } from '../domain/junit-report.js';
import { chartFile, chartsIn, ReportBlock, toHtml, toMarkdown } from '../domain/report-document.js';
import { toReportRecord } from '../../sessions/domain/session-record.js';
import {
  CompleteSession,
  ReportFile,
  ReportFormat,
  SessionReports,
  FailureAnalysis,
} from '../../sessions/domain/session-artifacts.js';
import { languageOf, writeReport } from '../domain/write-report.js';
import { findingsOf } from '../../sessions/domain/session-suggestions.js';

/** The drawing code is loaded on demand: it is large, and most processes never draw. */
async function loadDrawing() {
  const { drawChart } = await import('./charts.js');
  return drawChart;
}

function blocksOf(complete: CompleteSession, findings: FailureAnalysis): ReportBlock[] {
  return writeReport({ complete, ...findings, language: languageOf(complete) });
}

/** Renders the report; the same session gives the same text. */
@Injectable()
export class RenderedReports extends SessionReports {
  async render(complete: CompleteSession, format: ReportFormat, findings = findingsOf(complete)): Promise<string> {
    if (format === 'junit') return toJUnit(complete);
    if (format === 'json') return JSON.stringify(toReportRecord(complete, findings), null, 2);
    const blocks = blocksOf(complete, findings);
    if (format === 'markdown') return toMarkdown(blocks);
    const draw = await loadDrawing();
    const page = { title: complete.session.sessionId, language: languageOf(complete) };
    return toHtml(blocks, page, (chart) => Buffer.from(draw(chart)).toString('base64'));
  }

  async charts(complete: CompleteSession, findings = findingsOf(complete)): Promise<readonly ReportFile[]> {
    const draw = await loadDrawing();
    return chartsIn(blocksOf(complete, findings)).map((chart) => ({ name: chartFile(chart), text: draw(chart) }));
  }
}
