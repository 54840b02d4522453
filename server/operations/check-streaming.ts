/** Makes the `doctor` command's line about streaming. To run without streaming is no fault; the line names what is missing. */
import { connect } from 'node:net';
import { secondMs } from '#shared/base/time.ts';
import type { Config } from '../start/config.ts';

const connectMs = 3 * secondMs;

function listens(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: connectMs });
    const end = (does: boolean) => {
      socket.destroy();
      resolve(does);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

export async function checkStreaming({ host, streaming }: Config): Promise<string> {
  const { port, secret } = streaming;
  if (port === null && secret === null) return 'off (neither STREAMING_PORT nor STREAMING_SECRET is set)';
  if (port === null) return 'by a streaming process that runs apart (STREAMING_SECRET is set)';
  const isOn = await listens(port, host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
  return isOn ? `port ${port} answers` : `port ${port} does not answer (the server is not running, or cannot use it)`;
}
