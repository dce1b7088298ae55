/** Result of comparing one feature of a claim with the evidence. */
export interface Finding {
  readonly feature:
    'number' | 'comparator' | 'date' | 'article' | 'negation' | 'status' | 'modality' | 'opposite' | 'audience';
  /** `missing`: the evidence contains nothing that agrees or conflicts. */
  readonly outcome: 'agrees' | 'conflicts' | 'missing';
  /** The claim is supported only if this feature agrees. */
  readonly required?: boolean;
  /** English sentence. */
  readonly reason: string;
  /** Number of the clause that decided, if one did. */
  readonly clause?: number | undefined;
}
