import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { SourceConnector } from '../domain/source-connector.js';
import { SourceConnectors, SourceRights } from '../domain/source-connectors.js';
import { SourceSettings } from '../domain/source.js';
import { ConnectorKind } from './connector-kind.js';

/** The source kinds of this server. */
export class ConfiguredConnectors extends SourceConnectors {
  private readonly byName: ReadonlyMap<string, ConnectorKind>;

  constructor(kinds: readonly ConnectorKind[]) {
    super();
    this.byName = new Map(kinds.map((kind) => [kind.name, kind]));
  }

  get kinds(): readonly string[] {
    return [...this.byName.keys()];
  }

  async check(settings: SourceSettings, rights: SourceRights): Promise<void> {
    await this.kindOf(settings).check(settings, rights);
  }

  async open(settings: SourceSettings, rights: SourceRights): Promise<SourceConnector> {
    const kind = this.kindOf(settings);
    await kind.check(settings, rights);
    return kind.open(settings, rights);
  }

  private kindOf({ kind }: SourceSettings): ConnectorKind {
    const found = this.byName.get(kind);
    if (found !== undefined) return found;
    const known = this.kinds.join(', ');
    throw new InvalidInputError([{ pointer: '/kind', detail: `unknown kind '${kind}'; known kinds: ${known}` }]);
  }
}
