import { SourceConnector } from '../domain/source-connector.js';
import { SourceRights } from '../domain/source-connectors.js';
import { SourceSettings, assertOnlyMembers } from '../domain/source.js';
import { assertUnlimited } from '../domain/source-location.js';

/** One kind of source: its name, the check of its location, and how to open it. */
export interface ConnectorKind {
  /** The `kind` in settings. */
  readonly name: string;
  /** @throws InvalidInputError for a location of another shape, DomainError (403) for a place outside these rights */
  check(settings: SourceSettings, rights: SourceRights): Promise<void>;
  /** @throws as `check`, which is called first */
  open(settings: SourceSettings): Promise<SourceConnector>;
}

/** A kind of source on another server. Only an administrator makes it: the server may reach what the caller does not. */
export abstract class NetworkKind<Location> implements ConnectorKind {
  abstract readonly name: string;
  /** Names of the members of `location`. */
  protected abstract readonly members: readonly string[];

  /** Reads `location` with its defaults. @throws InvalidInputError that points to the fault */
  protected abstract locate(settings: SourceSettings): Location;

  /** Opens the source; requests come later. */
  protected abstract connect(location: Location, settings: SourceSettings): SourceConnector;

  check(settings: SourceSettings, rights: SourceRights): Promise<void> {
    return new Promise((resolve) => {
      assertOnlyMembers(settings, this.members);
      this.locate(settings);
      assertUnlimited(settings, rights);
      resolve();
    });
  }

  open(settings: SourceSettings): Promise<SourceConnector> {
    return new Promise((resolve) => {
      resolve(this.connect(this.locate(settings), settings));
    });
  }
}
