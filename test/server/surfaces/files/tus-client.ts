/** tus as raw requests: every header as the test says, nothing added but the credential and the version. */
import { type Answer, readAnswer, type TestServer } from '#test/fixtures/test-server.ts';

export interface TusRequest {
  readonly key?: string | null;
  /** Null: the header is left out. */
  readonly version?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
  readonly prefix?: string;
}

export const tusPath = '/api/v1/files/tus';
const offsetType = 'application/offset+octet-stream';

export interface TusClient {
  readonly house: TestServer;
  send(method: string, path: string, request?: TusRequest): Promise<Answer>;
  /** @returns the upload's path */
  create(size: number, headers?: Readonly<Record<string, string>>, request?: TusRequest): Promise<string>;
  patch(path: string, offset: number, body: Uint8Array<ArrayBuffer>, more?: TusRequest): Promise<Answer>;
  /** What HEAD says; -1 where it says nothing. */
  offset(path: string, request?: TusRequest): Promise<number>;
}

export function tusClient(house: TestServer, key: string): TusClient {
  const client: TusClient = {
    house,
    async send(method, path, { key: other, version = '1.0.0', headers, body, prefix = '' } = {}) {
      const credential = other === undefined ? key : other;
      const response = await fetch(house.url + prefix + path, {
        method,
        headers: {
          ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
          ...(version === null ? {} : { 'tus-resumable': version }),
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
        ...(body instanceof ReadableStream ? { duplex: 'half' as const } : {}),
      });
      return readAnswer(response);
    },
    async create(size, headers = {}, request = {}) {
      const made = await client.send('POST', tusPath, {
        ...request,
        headers: { 'upload-length': String(size), ...headers },
      });
      const location = made.headers.get('location');
      if (made.status !== 201 || location === null) throw new Error(`not created: ${made.status} ${made.text}`);
      return location;
    },
    patch: (path, offset, body, more = {}) =>
      client.send('PATCH', path, {
        ...more,
        headers: { 'content-type': offsetType, 'upload-offset': String(offset), ...more.headers },
        body: more.body ?? body,
      }),
    async offset(path, request) {
      const answer = await client.send('HEAD', path, request);
      return Number(answer.headers.get('upload-offset') ?? -1);
    },
  };
  return client;
}

/** Bytes that differ from place to place, so that a piece at the wrong one is noticed. */
export function bytesOf(size: number, seed = 1): Uint8Array<ArrayBuffer> {
  const words = new Uint32Array(Math.ceil(size / 4));
  let state = seed;
  for (let i = 0; i < words.length; i += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    words[i] = state;
  }
  return new Uint8Array(words.buffer).slice(0, size);
}
