import { ComposedFindings } from './composer.js';
import { SideEvent } from './trace.js';

function effectOf({ instructions, leaks, removedAddresses, leftOut, droppedCitations }: ComposedFindings): string {
  const parts = [
    [instructions.length, 'sentences of documents address a model: neither quoted nor followed'],
    [leaks, 'sentences repeated the rules of the writer'],
    [removedAddresses, 'links or addresses are in no passage and were removed'],
    [leftOut, 'sentences have no support in a passage and were removed'],
    [droppedCitations, 'citations name no passage and were dropped'],
  ] as const;
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join('; ');
}

/** The event with the faults in the input and the output of the writer; empty without faults. */
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
