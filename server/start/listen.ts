/** Opens the port; each way in which that fails says what to change. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from '../core/config-error.ts';
import type { Config } from './config.ts';

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is used by another program. Stop that program, or set PORT',
  EACCES: 'cannot be used by this account. Set PORT above 1024',
  EADDRNOTAVAIL: 'is not an address of this computer. Set HOST',
  ENOTFOUND: 'is not an address of this computer. Set HOST',
};

/** @returns the address to call. @throws ConfigError where the address cannot be used */
export async function listen(server: Server, { host, port }: Config): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const problem = cause instanceof Error && 'code' in cause ? problems[String(cause.code)] : undefined;
    throw problem ? new ConfigError(`${host}:${port} ${problem}.`, { cause }) : cause;
  }
  const { port: taken } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
}
