import { CompleteSession } from './session-artifacts.js';
import { FailureAnalysis } from './failure-analysis.js';

export const REPORT_FORMATS = ['markdown', 'html', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** A file that the Markdown report shows; its name is a path relative to the report. */
export interface ReportFile {
  readonly name: string;
  readonly text: string;
}

/** Writes the report of a session; the same text as in the session's folder. */
export abstract class SessionReports {
  /** @param findings those of the session, if they are known already */
  abstract render(complete: CompleteSession, format: ReportFormat, findings?: FailureAnalysis): Promise<string>;
  /** The pictures of the Markdown report. */
  abstract charts(complete: CompleteSession, findings?: FailureAnalysis): Promise<readonly ReportFile[]>;
}
