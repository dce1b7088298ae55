/**
 * Refuses byte arrays above a size in this thread, by putting a checking `Uint8Array` in place of the global one.
 *
 * The PDF reader unfolds a compressed stream into one growing array without a bound, so that 50 MB of deflate can ask for
 * 50 GB; typed arrays lie outside of the heap that `resourceLimits` bounds. Only for a thread that does nothing but read files.
 */
export function limitByteArrays(maxBytes: number): void {
  const native = globalThis.Uint8Array;
  const limited = new Proxy(native, {
    construct(target, args: unknown[], newTarget): object {
      const [size] = args;
      if (typeof size === 'number' && size > maxBytes)
        throw new RangeError(`an array of ${size} bytes is over the limit of ${maxBytes}`);
      const created: unknown = Reflect.construct(target, args, newTarget === limited ? target : newTarget);
      if (typeof created !== 'object' || created === null) throw new TypeError('no array was made');
      return created;
    },
  });
  globalThis.Uint8Array = limited;
}
