import { OwnAddresses } from '../../../shared/domain/base-url.js';
import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { OutgoingClient } from '../../../shared/infrastructure/outgoing/outgoing-client.js';
import { SourceConnector } from '../domain/source-connector.js';
import { SourceRights } from '../domain/source-connectors.js';
import { SourceSettings, assertOnlyMembers } from '../domain/source.js';
import { assertUnlimited, locationUrl } from '../domain/source-location.js';
import { SourceRequests } from './source-requests.js';

/** One kind of source: its name, the check of its location, and how to open it. */
export interface ConnectorKind {
  /** The `kind` in settings. */
  readonly name: string;
  /** @throws InvalidInputError for a location of another shape, DomainError (403) for a place outside these rights */
  check(settings: SourceSettings, rights: SourceRights): Promise<void>;
  /** @throws as `check`, which is called first */
  open(settings: SourceSettings, rights: SourceRights): Promise<SourceConnector>;
}

/** A kind of source on another server. Only an administrator makes it: the server may reach what the caller does not. */
export abstract class NetworkKind<Location> implements ConnectorKind {
  /** @param maxBytes largest file, page or message, where the location has no limit of its own */
  constructor(
    protected readonly own: OwnAddresses,
    protected readonly maxBytes = 0,
  ) {}

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

  /**
   * The http(s) address in a location, of another server.
   * @throws InvalidInputError for a text that is none, for an address of this server, and for a link-local or metadata address
   */
  protected urlIn(settings: SourceSettings, example: string): URL {
    const url = locationUrl(settings, 'url', example);
    this.assertElsewhere(url, 'url');
    return url;
  }

  /** @throws InvalidInputError for an address of this server, and for a link-local or metadata address */
  protected assertElsewhere({ href }: URL, name: string): void {
    const pointer = `/location/${name}`;
    if (this.own.isForbiddenUrl(href))
      throw new InvalidInputError([{ pointer, detail: 'must not be a link-local address or a metadata service' }]);
    if (this.own.isOwnUrl(href))
      throw new InvalidInputError([{ pointer, detail: 'must not be an address of this server' }]);
  }

  /** @param home address of the host that gets the headers */
  protected requests(
    settings: SourceSettings,
    home: URL,
    limits: { readonly maxBytes: number; readonly timeoutMs: number },
  ): SourceRequests {
    // A name is checked by the address that the connection is made to.
    const isRefused = (address: string, port: number) => this.own.isOwn(address, port);
    return new SourceRequests(new OutgoingClient({ ...limits, isRefused }), settings, home, this.own);
  }

  open(settings: SourceSettings): Promise<SourceConnector> {
    return new Promise((resolve) => {
      resolve(this.connect(this.locate(settings), settings));
    });
  }
}
