/** One checkable feature of a claim held against the evidence. */
export interface Finding {
  readonly feature:
    'number' | 'comparator' | 'date' | 'article' | 'negation' | 'status' | 'modality' | 'opposite' | 'audience';
  /** `missing`: the evidence says nothing that could agree or conflict. */
  readonly outcome: 'agrees' | 'conflicts' | 'missing';
  /** Without it the claim cannot be called supported. */
  readonly required?: boolean;
  /** English sentence. */
  readonly reason: string;
  /** Number of the clause that decided, if one did. */
  readonly clause?: number | undefined;
}
