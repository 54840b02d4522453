/**
 * The streaming process: alone against the API (`npm run streaming`), or started by the server, which hands it the secret
 * over its channel: what stands in a process list or an environment can be read by others.
 */
import { rootCertificates } from 'node:tls';
import { ConfigError } from '../core/config-error.ts';
import { isPublicAddress } from '../core/policy/addresses/address-rules.ts';
import { createLog } from '../http/log.ts';
import { guardedLookup, resolveByServers, resolveBySystem } from '../outbound/guarded-lookup.ts';
import { openControl } from './control.ts';
import { hlsFolder } from './hls-files.ts';
import { openIngest } from './ingest.ts';
import { Segments } from './segments.ts';
import { readStreamingSettings, type StreamingSettings } from './settings.ts';
import { streamTaps } from './taps.ts';

/** Another program has the port, or this account may not listen there. */
const portExit = 3;
const settingExit = 2;

function secretFromServer(): Promise<string> {
  return new Promise((resolve) => {
    process.once('message', (secret) => resolve(String(secret)));
  });
}

function routeOf({ allowPrivate, ca }: StreamingSettings) {
  const permits = allowPrivate ? () => true : isPublicAddress;
  return {
    permits,
    lookup: guardedLookup(allowPrivate ? resolveBySystem : resolveByServers(), permits),
    ca: ca === null ? null : [...rootCertificates, ca],
  };
}

async function main(): Promise<void> {
  const settings = readStreamingSettings(process.env);
  const secret = process.send ? await secretFromServer() : (process.env['STREAMING_SECRET'] ?? '');
  if (secret === '')
    throw new ConfigError('STREAMING_SECRET must be set to the same value as at the server, 32 characters or more.');
  const log = createLog(settings.logLevel);
  const ingest = openIngest({
    control: openControl({ ...settings, secret, now: Date.now }),
    log,
    stream: { taps: streamTaps, sender: { route: routeOf(settings), now: Date.now, random: Math.random } },
    openSegments: (stream, isRecorded, headers) =>
      new Segments({
        ...{ folder: hlsFolder(settings.dataDir, stream), isRecorded, headers, dateOf: () => Date.now() },
        onFault: (code) => log.warn('segments cannot be written', { stream, code }),
      }),
    openQuality: (stream, quality) => (parts) =>
      new Segments({
        ...{ ...parts, folder: hlsFolder(settings.dataDir, stream, quality), isRecorded: false },
        onFault: (code) => log.warn('segments cannot be written', { stream, quality, code }),
      }),
  });
  const stop = () => void ingest.close().then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
  try {
    const port = await ingest.listen(settings.port, settings.host);
    process.send?.({ port });
    log.info('streaming ready', { port });
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    process.stderr.write(`gatehouse streaming: port ${settings.port} cannot be used (${code}). Set STREAMING_PORT.\n`);
    process.exit(portExit);
  }
}

main().catch((fault: unknown) => {
  const isKnown = fault instanceof ConfigError;
  process.stderr.write(`gatehouse streaming: ${isKnown ? fault.message : fault instanceof Error ? fault.stack : ''}\n`);
  process.exit(isKnown ? settingExit : 1);
});
