/** Messages to the server's API: signed, with encrypted answers. A server that does not answer is no fault of the stream. */
import { isObject } from '#shared/base/json.ts';
import { type Refused, type Result, refuse } from '#shared/base/result.ts';
import { secondMs } from '#shared/base/time.ts';
import { signWebhook } from '../modules/events/payments/webhook-signature.ts';
import {
  type IngestAnswer,
  type IngestMessage,
  ingestSignatureHeader,
  openAnswer,
} from '../modules/events/streaming/ingest-message.ts';

const answerMs = 8 * secondMs;
const path = '/events/streaming/ingest';

/** @returns refused by the server, or with `server_unreachable` */
export type Control = (sandbox: boolean, message: Partial<IngestMessage>) => Promise<Result<IngestAnswer>>;

export interface ControlParts {
  /** Address of the server, without a slash at the end. */
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly secret: string;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const unreachable = { code: 'server_unreachable', message: 'The server does not answer. Try again in a moment.' };

function refusalOf(body: unknown): Refused {
  const [first] = isObject(body) && Array.isArray(body['errors']) ? body['errors'] : [];
  const { code, message } = isObject(first) ? first : {};
  // A body without a refusal means that no tenant here has the key.
  if (typeof code !== 'string') return refuse({ code: 'stream_key_unknown', message: 'The stream key is not valid.' });
  return refuse({ code, message: String(message ?? '') });
}

export function openControl({ apiUrl, now, sandboxUrl, secret }: ControlParts): Control {
  return async (sandbox, message) => {
    const rawBody = JSON.stringify(message);
    try {
      const response = await fetch(`${sandbox ? sandboxUrl : apiUrl}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [ingestSignatureHeader]: signWebhook(secret, rawBody, now()) },
        body: rawBody,
        signal: AbortSignal.timeout(answerMs),
        redirect: 'error',
      });
      const body: unknown = await response.json().catch(() => null);
      if (response.status >= 500) return refuse(unreachable);
      const sealed = isObject(body) ? body['sealed'] : null;
      return typeof sealed === 'string' ? openAnswer(secret, sealed) : refusalOf(body);
    } catch {
      return refuse(unreachable);
    }
  };
}
