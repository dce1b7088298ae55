import { FixedAddresses } from '../../../../test/support/fake-targets.js';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Logger } from '@nestjs/common';
import { selfSignedCertificate } from '../../../../test/support/certificate.js';
import { ImapServer } from '../../../../test/support/imap-server.js';
import { LIMITED, listingOf, pointersOf, settingsOf, textOf } from '../../../../test/support/source-parts.js';
import { ImapKind } from './imap-connector.js';

const MAIL = 'Subject: Tides\r\nFrom: a@h.example\r\n\r\nHigh tide is at six.\r\n';
const kind = new ImapKind(new FixedAddresses(), 100_000);
let server: ImapServer;
let port: number;
beforeAll(() => {
  Logger.overrideLogger(false);
  process.env['SOURCE_SECRET_MAIL_SPEC'] = 'word';
});
afterAll(() => Reflect.deleteProperty(process.env, 'SOURCE_SECRET_MAIL_SPEC'));
beforeEach(async () => {
  server = new ImapServer('word');
  port = await server.start();
});
afterEach(() => server.stop());

const location = (more: object = {}) => ({
  host: '127.0.0.1',
  port,
  tls: false,
  user: 'me',
  password: { secret: 'SOURCE_SECRET_MAIL_SPEC' },
  ...more,
});
const open = (more: object = {}) => kind.open(settingsOf('imap', location(more)));

describe('a folder of a mailbox', () => {
  it('gives each message, without a change on the server', async () => {
    server.messages.set(3, MAIL);
    server.messages.set(12, MAIL.replace('Tides', '조석'));
    const connector = await open();
    const { entries, unlisted } = await listingOf(connector);
    expect(unlisted).toEqual([]);
    expect([...entries.keys()]).toEqual(['INBOX/7-12.eml', 'INBOX/7-3.eml']);
    expect(entries.get('INBOX/7-3.eml')).toEqual({
      path: 'INBOX/7-3.eml',
      version: '7-3',
      size: MAIL.length,
      modifiedAt: '2026-03-02T10:00:00.000Z',
    });
    expect(await textOf(connector, entries.get('INBOX/7-3.eml'))).toMatchObject({
      text: MAIL,
      mediaType: 'message/rfc822',
    });
    await connector.close();
    expect(server.commands.filter((each) => /^(?:SELECT|STORE|UID STORE|EXPUNGE)/u.test(each))).toEqual([]);
    expect(server.commands.at(-1)).toBe('LOGOUT');
  });

  it('is read on after the server has ended the connection, unless its messages were numbered again', async () => {
    server.messages.set(3, MAIL);
    const connector = await open();
    const { entries } = await listingOf(connector);
    server.disconnect();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await textOf(connector, entries.get('INBOX/7-3.eml'))).text).toBe(MAIL);
    server.messages.delete(3);
    await expect(textOf(connector, entries.get('INBOX/7-3.eml'))).rejects.toThrow('no longer contains it');
    server.disconnect();
    server.uidValidity = 8;
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(textOf(connector, entries.get('INBOX/7-3.eml'))).rejects.toThrow('numbered the messages again');
    await connector.close();
  });

  it('may be empty, and reports the rest beyond max_messages', async () => {
    const empty = await open();
    expect((await listingOf(empty)).entries.size).toBe(0);
    await empty.close();
    for (const uid of [1, 2]) server.messages.set(uid, MAIL);
    const connector = await open({ max_messages: 1 });
    const { entries, unlisted } = await listingOf(connector);
    await connector.close();
    expect([[...entries.keys()], unlisted]).toEqual([
      ['INBOX/7-2.eml'],
      [{ folder: '', reason: 'the folder has more than 1 messages; raise max_messages' }],
    ]);
  });

  it.each([
    ['its folder is missing', { folder: 'Other' }, "The folder 'Other' cannot be opened"],
    ['its variable is not set', { password: { secret: 'SOURCE_SECRET_UNSET' } }, 'is not set'],
    ['the server does not speak TLS', { tls: true }, 'the server could not be reached'],
  ])('fails the run if %s', async (_, more, message) => {
    const connector = await open(more);
    await expect(listingOf(connector)).rejects.toThrow(message);
    await connector.close();
  });

  it('fails the run if the password is wrong', async () => {
    await server.stop();
    server = new ImapServer('another');
    port = await server.start();
    await expect(listingOf(await open())).rejects.toThrow('refuses the user or the password');
  });

  it('ends when the run is stopped', async () =>
    expect(listingOf(await open(), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped'));
});

describe('a mail server with TLS', () => {
  const own = getCACertificates('default');
  const PAST = { from: '200101000000Z', to: '200201000000Z' };
  afterEach(() => setDefaultCACertificates(own));

  /** A server with a certificate, which this process trusts or not. */
  async function secured(
    certificate: { readonly key: string; readonly cert: string },
    isTrusted: boolean,
  ): Promise<void> {
    await server.stop();
    server = new ImapServer('word', certificate);
    server.messages.set(3, MAIL);
    port = await server.start();
    if (isTrusted) setDefaultCACertificates([...own, certificate.cert]);
  }

  it('is read where its certificate is trusted', async () => {
    await secured(selfSignedCertificate('127.0.0.1'), true);
    const connector = await open({ tls: true });
    const { entries } = await listingOf(connector);
    expect((await textOf(connector, entries.get('INBOX/7-3.eml'))).text).toBe(MAIL);
    await connector.close();
  });

  it('with the certificate of its name is read by that name', async () => {
    await secured(selfSignedCertificate('localhost'), true);
    const connector = await open({ tls: true, host: 'localhost' });
    expect((await listingOf(connector)).entries.size).toBe(1);
    await connector.close();
  });

  it.each([
    ['is signed by nobody known', () => selfSignedCertificate('127.0.0.1'), false],
    ['names another host', () => selfSignedCertificate('mail.example.org'), true],
    ['has expired', () => selfSignedCertificate('127.0.0.1', PAST), true],
  ])('receives no password if its certificate %s', async (_, certificate, isTrusted) => {
    await secured(certificate(), isTrusted);
    const connector = await open({ tls: true });
    await expect(listingOf(connector)).rejects.toThrow('its certificate is not trusted');
    await connector.close();
    expect(server.commands).toEqual([]);
  });
});

describe('the location of a folder of a mailbox', () => {
  it.each([
    [{ host: undefined }, '/location/host'],
    [{ host: 'imaps://h.example' }, '/location/host'],
    [{ port: 0 }, '/location/port'],
    [{ tls: 'yes' }, '/location/tls'],
    [{ user: 'a\r\nb' }, '/location/user'],
    [{ password: 'word' }, '/location/password'],
    [{ password: { secret: 'OPENAI_API_KEY' } }, '/location/password/secret'],
    [{ folder: 7 }, '/location/folder'],
    [{ max_messages: 100_001 }, '/location/max_messages'],
    [{ url: 'https://h.example' }, '/location/url'],
  ])('%j has a fault at %s', async (more, pointer) =>
    expect(
      await pointersOf(kind, JSON.parse(JSON.stringify(location(more))) as object & Record<string, unknown>),
    ).toEqual([pointer]),
  );

  it('is for administrators', () =>
    expect(kind.check(settingsOf('imap', location()), LIMITED)).rejects.toMatchObject({ kind: 'forbidden' }));
});
