import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../config/environment.js';
import { Clock } from '../../../shared/domain/clock.js';
import { FiveWhys } from '../../attribution/domain/five-whys.js';
import { Improvement, ImprovementStore, toImprovementRecord } from '../../sessions/domain/improvement.js';
import { toResultRow } from '../../sessions/domain/result-row.js';
import { CompleteSession, SessionArtifacts, SessionReports } from '../../sessions/domain/session-artifacts.js';
import { toSessionRecord, toWhysRecord } from '../../sessions/domain/session-record.js';
import { inSnakeCase } from '../../domain/snake-case.js';
import { TestResult } from '../../domain/test-result.js';
import { findingsOf } from '../../sessions/domain/session-suggestions.js';

/** Atomic: readers see the old file or the new one, never half of it. */
async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.part`, text);
  await rename(`${file}.part`, file);
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

const traceRow = ({ resultId, events }: TestResult) => ({
  result_id: resultId,
  events: events.map(({ tookMs, ...event }) => ({ ...event, took_ms: tookMs })),
});

function planOf(improvements: readonly Improvement[], whys: readonly FiveWhys[], timestamp: string, sessionId: string) {
  return {
    timestamp,
    session_id: sessionId,
    suggestions: improvements.map(toImprovementRecord),
    five_whys: whys.map(toWhysRecord),
  };
}

/** Every session as a folder in DATA_DIR/output/test_sessions, and the plan of improvements next to it (REQ-U-001, REQ-E-004). */
@Injectable()
export class SessionFiles extends SessionArtifacts {
  constructor(
    private readonly environment: Environment,
    private readonly clock: Clock,
    private readonly reports: SessionReports,
    private readonly improvements: ImprovementStore,
  ) {
    super();
  }

  async write(complete: CompleteSession): Promise<void> {
    const { session, personas, questions, results } = complete;
    const findings = findingsOf(complete);
    const { whys, improvements } = findings;
    await this.improvements.replace(session.sessionId, session.owner, improvements);
    const output = path.resolve(this.environment.DATA_DIR, 'output');
    const folder = path.join(output, 'test_sessions', session.sessionId);
    await mkdir(path.join(folder, 'charts'), { recursive: true });
    const file = (name: string, text: string) => writeWhole(path.join(folder, name), text);
    await file('session.json', json(toSessionRecord(complete, whys)));
    await file('personas.json', json({ items: inSnakeCase(personas) }));
    await file('questions.json', json(inSnakeCase(questions)));
    await file('results.jsonl', lines(results.map(toResultRow)));
    await file('traces.jsonl', lines(results.map(traceRow)));
    await file('report.md', await this.reports.render(complete, 'markdown', findings));
    for (const { name, text } of await this.reports.charts(complete, findings)) await file(name, text);
    await file('report.html', await this.reports.render(complete, 'html', findings));
    await file('report.json', await this.reports.render(complete, 'json', findings));
    await file('junit.xml', await this.reports.render(complete, 'junit', findings));
    const plan = planOf(improvements, whys, this.clock.now().toISOString(), session.sessionId);
    await writeWhole(path.join(output, 'improvement_plan.json'), json(plan));
  }
}
