/**
 * Appends items to a list of any length. `list.push(...items)` puts each item on the stack, and fails for some 100,000 of them with "Maximum
 * call stack size exceeded".
 */
export function appendAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}
