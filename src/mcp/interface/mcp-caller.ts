import type { AccessState } from '../../access/interface/access.decorators.js';

/** Who asks through the protocol, as the guard found out, and the signal that fires when the client leaves. */
export interface McpCaller {
  readonly access: AccessState;
  readonly signal: AbortSignal;
}
