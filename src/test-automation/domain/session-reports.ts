import { CompleteSession } from './session-artifacts.js';
import { SessionFindings } from './session-findings.js';

export const REPORT_FORMATS = ['markdown', 'html', 'json', 'junit'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Writes the report of a session; the same text as in the session's folder. */
export abstract class SessionReports {
  /** @param findings those of the session, where they are known already */
  abstract render(complete: CompleteSession, format: ReportFormat, findings?: SessionFindings): Promise<string>;
}
