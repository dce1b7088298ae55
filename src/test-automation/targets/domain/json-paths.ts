/** Places in JSON, as targets name them: JSON Pointers, paths such as `choices[0].text`, and JSONPath (RFC 9535), which begins with `$`. */
export abstract class JsonPaths {
  /** Whether a text names a place. */
  abstract isPath(text: string): boolean;
  /**
   * What is at a place; undefined where nothing is. A JSONPath that may match several values gives the list of them.
   * @param path that `isPath` accepts
   */
  abstract valueAt(value: unknown, path: string): unknown;
}
