/** New unique identifiers, as a port, so that tests can predict them. */
export abstract class IdGenerator {
  /** @param prefix what the id names, for example `doc`; the result is `<prefix>_<unique>`. */
  abstract next(prefix: string): string;
}
