import type { AccessState } from '../../access/interface/access.decorators.js';

/** The caller of the protocol, as identified by the guard, and the signal that fires when the client disconnects. */
export interface McpCaller {
  readonly access: AccessState;
  readonly signal: AbortSignal;
  /** Public address of this server, without a final slash; for documents without an address. */
  readonly base: string;
  /** Whether the client's revision has links to resources in results (from 2025-06-18 on). */
  readonly takesLinks: boolean;
}
