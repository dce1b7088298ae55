/** Kinds of asking: how something is done, whether it is allowed, which papers, who decides, what follows, how much, until when. */
export const ASK_KINDS = ['how', 'may', 'papers', 'who', 'consequence', 'amount', 'deadline'] as const;
export type AskKind = (typeof ASK_KINDS)[number];
