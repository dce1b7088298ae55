/** Metrics by their names, with the names that version 0.1 had for them. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  touchstone_job_attempts_total: 'touchstone_job_tries_total',
  touchstone_store_replicas_available: 'touchstone_store_standbys_usable',
  touchstone_chunks_pending_embedding: 'touchstone_chunks_unembedded',
  touchstone_embedding_retrain_due: 'touchstone_embedding_refit_due',
};

/** `# HELP name …`, `# TYPE name …` or a sample: the name and what follows it. */
const LINE = /^(# (?:HELP|TYPE) )?([a-zA-Z_:][a-zA-Z0-9_:]*)((?:[^a-zA-Z0-9_:].*)?)$/u;

/**
 * Adds each renamed metric under its former name, so that dashboards and alert rules of version 0.1 find it for one version more.
 * @param text metrics in the text format of Prometheus (https://prometheus.io/docs/instrumenting/exposition_formats/)
 */
export function withFormerMetricNames(text: string): string {
  const copies = text.split('\n').flatMap((line) => {
    const [, comment = '', name = '', rest = ''] = LINE.exec(line) ?? [];
    const former = FORMER_NAMES[name];
    return former === undefined ? [] : [`${comment}${former}${rest}`];
  });
  return copies.length === 0 ? text : `${text.trimEnd()}\n\n${copies.join('\n')}\n`;
}
