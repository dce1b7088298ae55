import { hostname, networkInterfaces } from 'node:os';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Environment } from '../../../config/environment.js';
import { OwnAddresses } from '../../domain/base-url.js';
import { embeddedIpv4 } from './embedded-ipv4.js';
import { addressIn, hostOf, isForbiddenHost } from './forbidden-address.js';

const LOOPBACK = /^(?:127\.|::1$|::ffff:7f|::ffff:127\.|0\.0\.0\.0$|::$|::ffff:0:0$)/u;

/** The addresses of this machine with the port of this server, and PUBLIC_URL. */
@Injectable()
export class LocalAddresses extends OwnAddresses {
  constructor(
    private readonly environment: Environment,
    private readonly adapters: HttpAdapterHost,
  ) {
    super();
  }

  isForbiddenUrl(baseUrl: string): boolean {
    return isForbiddenHost(new URL(baseUrl));
  }

  isOwnUrl(baseUrl: string): boolean {
    const url = new URL(baseUrl);
    const { publicUrl } = this;
    if (publicUrl !== undefined && publicUrl.host === url.host) return true;
    const host = hostOf(url);
    const port = Number(url.port === '' ? (url.protocol === 'http:' ? 80 : 443) : url.port);
    const address = addressIn(url);
    if (address !== undefined) return this.isOwn(address, port);
    const isOwnName = host === 'localhost' || host.endsWith('.localhost') || host === hostname().toLowerCase();
    return isOwnName && this.isOwnPort(port);
  }

  isOwn(address: string, port: number): boolean {
    if (!this.isOwnPort(port)) return false;
    const plain = address.split('%', 1).join('');
    const meant = plain.includes(':') ? [plain, ...embeddedIpv4(plain)] : [plain];
    if (meant.some((one) => LOOPBACK.test(one))) return true;
    // Read each time: network interfaces change.
    return Object.values(networkInterfaces()).some((all) => all?.some((one) => meant.includes(one.address)) === true);
  }

  private isOwnPort(port: number): boolean {
    if (port === this.environment.PORT) return true;
    const server: unknown = this.adapters.httpAdapter.getHttpServer();
    return isListening(server) && portOf(server.address()) === port;
  }

  private get publicUrl(): URL | undefined {
    const value: unknown = 'PUBLIC_URL' in this.environment ? this.environment.PUBLIC_URL : undefined;
    return typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  }
}

interface Listening {
  address(): unknown;
}

const isListening = (server: unknown): server is Listening =>
  typeof server === 'object' && server !== null && 'address' in server && typeof server.address === 'function';

const portOf = (address: unknown): number | undefined =>
  typeof address === 'object' && address !== null && 'port' in address && typeof address.port === 'number'
    ? address.port
    : undefined;
