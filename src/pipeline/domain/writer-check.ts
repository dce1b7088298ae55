import { ComposedFindings } from './composer.js';
import { SideEvent } from './trace.js';

function effectOf({ instructions, leaks, removedAddresses, leftOut, droppedCitations }: ComposedFindings): string {
  const parts = [
    [instructions.length, 'sentences of documents speak to a model: neither quoted nor followed'],
    [leaks, 'sentences repeated the rules of the writer'],
    [removedAddresses, 'links or addresses stand in no passage and were taken out'],
    [leftOut, 'sentences stand on no passage and were left out'],
    [droppedCitations, 'citations name no passage and were dropped'],
  ] as const;
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join('; ');
}

/** The event that says what was found wrong in what the writer was given and wrote; none where nothing was. */
export function writerCheckEvents(findings: ComposedFindings | undefined): SideEvent[] {
  if (findings === undefined) return [];
  const effect = effectOf(findings);
  if (effect === '') return [];
  const { instructions, leaks, removedAddresses, leftOut, droppedCitations } = findings;
  return [
    {
      component: 'writer_check',
      fired: true,
      input: null,
      output: {
        instructions: instructions.map(({ chunkId, start, end, kind }) => ({ chunk_id: chunkId, start, end, kind })),
        prompt_leaks: leaks,
        removed_addresses: removedAddresses,
        left_out: leftOut,
        dropped_citations: droppedCitations,
      },
      effect,
      took_ms: 0,
    },
  ];
}
