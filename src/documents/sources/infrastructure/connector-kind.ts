import { SourceConnector } from '../domain/source-connector.js';
import { SourceRights } from '../domain/source-connectors.js';
import { SourceSettings } from '../domain/source.js';

/** One kind of source: its name, the check of its location, and how to open it. */
export interface ConnectorKind {
  /** The `kind` in settings. */
  readonly name: string;
  /** @throws InvalidInputError for a location of another shape, DomainError (403) for a place outside these rights */
  check(settings: SourceSettings, rights: SourceRights): Promise<void>;
  /** @throws as `check`, which is called first */
  open(settings: SourceSettings): Promise<SourceConnector>;
}
