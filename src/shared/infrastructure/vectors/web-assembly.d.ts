/** The part of the WebAssembly API that is used; Node has it, but its types come with the browser's library only. */
declare namespace WebAssembly {
  /** Compiled code, opaque. */
  class Module {
    private readonly opaque: unknown;
    constructor(bytes: Uint8Array);
  }
  class Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
