import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** The commands of IMAP4rev1 that a reader of one folder needs, on loopback. */
export class ImapServer {
  uidValidity = 7;
  /** Raw messages of INBOX by UID. */
  readonly messages = new Map<number, string>();
  /** Received commands without their tags. */
  readonly commands: string[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  /** @param tls key and certificate of a server that speaks TLS from the first byte */
  constructor(
    private readonly login: string,
    tls?: { readonly key: string; readonly cert: string },
  ) {
    const serve = (socket: Socket): void => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
      let pending = '';
      socket.on('data', (data: Buffer) => {
        const lines = `${pending}${data.toString()}`.split('\r\n');
        pending = lines.pop() ?? '';
        for (const line of lines) socket.write(this.answer(line));
      });
    };
    this.server = tls === undefined ? createServer(serve) : createTlsServer(tls, serve);
    this.server.on('tlsClientError', () => undefined);
  }

  async start(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return (this.server.address() as AddressInfo).port;
  }

  /** Ends all connections, as a server does with idle ones. */
  disconnect(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  async stop(): Promise<void> {
    this.disconnect();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private answer(line: string): string {
    const [tag = '', ...words] = line.split(' ');
    const command = words.join(' ');
    this.commands.push(command);
    const done = `${tag} OK done\r\n`;
    if (command.startsWith('LOGIN')) return command.includes(this.login) ? done : `${tag} NO wrong\r\n`;
    if (command.startsWith('CAPABILITY')) return `* CAPABILITY IMAP4rev1\r\n${done}`;
    if (command.startsWith('LIST')) return `* LIST (\\HasNoChildren) "/" INBOX\r\n${done}`;
    if (/^(?:EXAMINE|SELECT) /u.test(command)) return this.select(command, tag);
    if (command.startsWith('LOGOUT')) return `* BYE\r\n${done}`;
    const uid = /^UID FETCH (\d+) /u.exec(command)?.[1];
    if (uid !== undefined) return `${this.source(Number(uid))}${done}`;
    return command.startsWith('FETCH') ? `${this.listing()}${done}` : done;
  }

  private select(command: string, tag: string): string {
    if (!/INBOX"?$/u.test(command)) return `${tag} NO no such folder\r\n`;
    return `* FLAGS (\\Seen)\r\n* ${this.messages.size} EXISTS\r\n* OK [UIDVALIDITY ${this.uidValidity}] ok\r\n* OK [UIDNEXT 99] ok\r\n${tag} OK [READ-ONLY] done\r\n`;
  }

  private listing(): string {
    return [...this.messages]
      .map(
        ([uid, raw], i) =>
          `* ${i + 1} FETCH (UID ${uid} RFC822.SIZE ${Buffer.byteLength(raw)} INTERNALDATE "02-Mar-2026 10:00:00 +0000")\r\n`,
      )
      .join('');
  }

  private source(uid: number): string {
    const raw = this.messages.get(uid);
    return raw === undefined ? '' : `* 1 FETCH (UID ${uid} BODY[] {${Buffer.byteLength(raw)}}\r\n${raw})\r\n`;
  }
}
