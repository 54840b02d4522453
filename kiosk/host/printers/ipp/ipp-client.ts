/**
 * Asks a print server by IPP over HTTP: this machine's CUPS by its socket or port, or another host's. A refusal by IPP
 * is an answer; a server that is not there, or that refuses by HTTP, is an IppFault.
 */
import { statSync } from 'node:fs';
import { type RequestOptions, request } from 'node:http';
import { userInfo } from 'node:os';
import { decodeIpp, encodeIpp, type IppAnswer, type IppAttribute, type IppRequest } from './ipp.ts';

export class IppFault extends Error {
  /** Whether the server may have taken the request. */
  readonly mayHaveArrived: boolean;
  constructor(message: string, mayHaveArrived: boolean, cause?: unknown) {
    super(message, { cause });
    this.mayHaveArrived = mayHaveArrived;
  }
}

export interface IppServer {
  readonly host: string;
  readonly port: number;
}

/** Sockets on which CUPS listens on Linux and on macOS. */
const sockets = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];
const ippPort = 631;
const maxAnswerBytes = 1_000_000;

function isSocket(path: string): boolean {
  try {
    return statSync(path).isSocket();
  } catch {
    return false;
  }
}

function address(server: IppServer | null): RequestOptions {
  if (server !== null) return { host: server.host, port: server.port };
  const path = sockets.find(isSocket);
  return path === undefined ? { host: '127.0.0.1', port: ippPort } : { socketPath: path };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'gatehouse'; // a user without an entry in the system's list, as in containers
  }
}

export interface IppClient {
  /** @param target `/printers/NAME` or `/jobs/N` @throws IppFault */
  ask(
    request: Omit<IppRequest, 'id' | 'attributes'> & { readonly attributes?: readonly IppAttribute[] },
    target: string,
  ): Promise<IppAnswer>;
}

/**
 * @param server null: this machine's
 * @param timeoutMs for one answer
 */
export function createIppClient(server: IppServer | null, timeoutMs: number): IppClient {
  const authority = server === null ? 'localhost' : `${server.host}:${server.port}`;
  const user = userName();
  let lastId = 0;

  function send(body: Buffer, path: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let connected = false;
      const headers = { 'Content-Type': 'application/ipp', 'Content-Length': body.length, Host: authority };
      const sent = request({ ...address(server), path, method: 'POST', headers, agent: false, timeout: timeoutMs });
      sent.on('socket', (socket) => {
        socket.once('connect', () => {
          connected = true;
        });
      });
      sent.on('timeout', () => sent.destroy(new Error('the print server does not respond')));
      sent.on('error', (cause) => reject(new IppFault('The print server does not respond.', connected, cause)));
      sent.on('response', (response) => {
        const parts: Buffer[] = [];
        let size = 0;
        response.on('data', (part: Buffer) => {
          size += part.length;
          if (size > maxAnswerBytes) sent.destroy(new Error('the response is too long'));
          else parts.push(part);
        });
        response.on('error', (cause) => reject(new IppFault('The print server ended the connection.', true, cause)));
        response.on('end', () => {
          if (response.statusCode === 200) resolve(Buffer.concat(parts));
          // HTTP refusals (401, 403, 404) come before anything is printed.
          else reject(new IppFault(`The print server refused the request (HTTP ${response.statusCode}).`, false));
        });
      });
      sent.end(body);
    });
  }

  return {
    ask: async (question, target) => {
      lastId += 1;
      const id = lastId;
      const uriName = target.startsWith('/jobs/') ? 'job-uri' : 'printer-uri';
      const attributes: readonly IppAttribute[] = [
        { tag: 'uri', name: uriName, values: [`ipp://${authority}${target}`] },
        { tag: 'name', name: 'requesting-user-name', values: [user] },
        ...(question.attributes ?? []),
      ];
      const bytes = await send(encodeIpp({ ...question, id, attributes }), target);
      const answer = decodeIpp(bytes, id);
      if (answer === null) throw new IppFault('The response of the print server is not IPP.', true);
      return answer;
    },
  };
}
