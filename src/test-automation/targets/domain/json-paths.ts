/**
 * Paths into JSON in the configuration of targets: JSON Pointers, paths such as `choices[0].text`, and JSONPath (RFC 9535), which starts
 * with `$`.
 */
export abstract class JsonPaths {
  /** Whether a text is a valid path. */
  abstract isPath(text: string): boolean;
  /**
   * The value at a path; undefined if there is none. A JSONPath that may match several values gives the list of them.
   * @param path that `isPath` accepts
   */
  abstract valueAt(value: unknown, path: string): unknown;
}
