import type { AccessState } from '../../access/interface/access.decorators.js';

/** Who asks through the protocol, as the guard found out, and the signal that fires when the client leaves. */
export interface McpCaller {
  readonly access: AccessState;
  readonly signal: AbortSignal;
  /** Address of this server as its clients reach it, without a final slash; for documents that have no address of their own. */
  readonly base: string;
  /** Whether the client's revision has links to resources in results: those before 2025-06-18 have not. */
  readonly takesLinks: boolean;
}
