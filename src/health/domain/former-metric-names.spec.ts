import { withFormerMetricNames } from './former-metric-names.js';

const TEXT = `# HELP touchstone_job_attempts_total Attempts
# TYPE touchstone_job_attempts_total counter
touchstone_job_attempts_total{kind="sync",outcome="failed"} 2
touchstone_job_attempts_total{kind="fit",outcome="succeeded"} 1

# HELP touchstone_other_total Others
# TYPE touchstone_other_total counter
touchstone_other_total 7
`;

describe('former names of metrics', () => {
  it('are served next to the names of today, with their help, type and labels', () => {
    const lines = withFormerMetricNames(TEXT).split('\n');
    expect(lines).toContain('touchstone_job_attempts_total{kind="sync",outcome="failed"} 2');
    expect(lines).toContain('# TYPE touchstone_job_tries_total counter');
    expect(lines).toContain('touchstone_job_tries_total{kind="sync",outcome="failed"} 2');
    expect(lines).toContain('touchstone_job_tries_total{kind="fit",outcome="succeeded"} 1');
  });

  it('change nothing of other metrics', () => {
    const other = '# TYPE touchstone_other_total counter\ntouchstone_other_total 7\n';
    expect(withFormerMetricNames(other)).toBe(other);
    expect(withFormerMetricNames(TEXT).match(/^touchstone_other_total 7$/gmu)).toHaveLength(1);
  });
});
