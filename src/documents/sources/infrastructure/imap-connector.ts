import { InvalidInputError } from '../../../shared/domain/domain-error.js';
import { Listed, SourceConnector, SourceContent, SourceEntry, SourceError } from '../domain/source-connector.js';
import { locationFlag } from '../domain/source-location.js';
import { SOURCE_SECRET } from '../domain/source-rules.js';
import { locationNumber, locationText, SourceSettings } from '../domain/source.js';
import { ImapFolder, ImapLocation } from './imap-folder.js';
import { listedPath } from './listed-path.js';
import { NetworkKind } from './connector-kind.js';

const TLS_PORT = 993;
const PLAIN_PORT = 143;
const MAX_MESSAGES = { min: 1, max: 100_000, otherwise: 10_000 };
const HOST = /^(?=.{1,253}$)(?:[\p{L}\p{N}_-]{1,63}(?:\.[\p{L}\p{N}_-]{1,63})*\.?|[\da-f:.]{2,45})$/iu;
const PASSWORD_EXAMPLE = '{"secret": "SOURCE_SECRET_MAIL"}';

/** The messages of one folder. They do not change: number and folder identify the content. */
class ImapConnector extends SourceConnector {
  private readonly uids = new Map<string, number>();
  private uidValidity = '';

  constructor(
    private readonly folder: ImapFolder,
    private readonly location: ImapLocation,
  ) {
    super();
  }

  async *list(signal: AbortSignal): AsyncGenerator<Listed> {
    const { folder, maxMessages } = this.location;
    const { uidValidity, messages } = await this.folder.messages(signal);
    this.uidValidity = uidValidity;
    const newest = messages.sort((a, b) => b.uid - a.uid).slice(0, maxMessages);
    for (const { uid, size, internalDate } of newest) {
      const path = listedPath([folder, `${uidValidity}-${uid}.eml`]);
      this.uids.set(path, uid);
      const time = internalDate === undefined ? undefined : new Date(internalDate);
      yield {
        path,
        version: `${uidValidity}-${uid}`,
        ...(size === undefined ? {} : { size }),
        ...(time === undefined || Number.isNaN(time.getTime()) ? {} : { modifiedAt: time.toISOString() }),
      };
    }
    if (messages.length > maxMessages)
      yield { folder: '', reason: `the folder has more than ${maxMessages} messages; raise max_messages` };
  }

  async read({ path }: SourceEntry, signal: AbortSignal): Promise<SourceContent> {
    const uid = this.uids.get(path);
    if (uid === undefined) throw new SourceError('The folder no longer contains it.');
    return { bytes: await this.folder.source(uid, this.uidValidity, signal), mediaType: 'message/rfc822' };
  }

  override close(): Promise<void> {
    return this.folder.close();
  }
}

/** @throws InvalidInputError for everything but the name of a variable */
function passwordVariable({ location }: SourceSettings): string {
  const { password } = location;
  if (typeof password !== 'object' || password === null || !('secret' in password))
    throw new InvalidInputError([
      { pointer: '/location/password', detail: `must name the variable that contains it: ${PASSWORD_EXAMPLE}` },
    ]);
  const { secret } = password;
  if (typeof secret === 'string' && SOURCE_SECRET.test(secret) && Object.keys(password).length === 1) return secret;
  throw new InvalidInputError([
    {
      pointer: '/location/password/secret',
      detail: `must be the name of an environment variable that starts with SOURCE_SECRET_: ${PASSWORD_EXAMPLE}`,
    },
  ]);
}

function hostOf(settings: SourceSettings): string {
  const host = locationText(settings, 'host', 'imap.example.org').trim();
  if (HOST.test(host)) return host;
  throw new InvalidInputError([
    { pointer: '/location/host', detail: 'must be a name or address without a scheme, for example "imap.example.org"' },
  ]);
}

/** @throws InvalidInputError for a text with control characters, which would be part of a command */
function plainText(settings: SourceSettings, name: string, example: string): string {
  const text = locationText(settings, name, example);
  if (text.length <= 500 && !/\p{Cc}/u.test(text)) return text;
  throw new InvalidInputError([
    { pointer: `/location/${name}`, detail: 'must be up to 500 characters without control characters' },
  ]);
}

/** `{"host": "imap.example.org", "user": …, "password": {"secret": …}}`: the messages of one folder of a mailbox. */
export class ImapKind extends NetworkKind<ImapLocation> {
  readonly name = 'imap';
  protected readonly members = ['host', 'port', 'tls', 'user', 'password', 'folder', 'max_messages'];

  protected locate(settings: SourceSettings): ImapLocation {
    const hasTls = locationFlag(settings, 'tls', true);
    const { folder } = settings.location;
    const host = hostOf(settings);
    const port = locationNumber(settings, 'port', { min: 1, max: 65_535, otherwise: hasTls ? TLS_PORT : PLAIN_PORT });
    this.assertElsewhere(new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}/`), 'host');
    return {
      ...{ host, hasTls, port },
      user: plainText(settings, 'user', 'handbook@example.org'),
      secret: passwordVariable(settings),
      folder: folder === undefined || folder === null ? 'INBOX' : plainText(settings, 'folder', 'INBOX/Handbook'),
      maxMessages: locationNumber(settings, 'max_messages', MAX_MESSAGES),
    };
  }

  protected connect(location: ImapLocation): SourceConnector {
    return new ImapConnector(new ImapFolder(location, this.maxBytes, this.own), location);
  }
}
