/** A stream as the server answers it: state, health, targets, viewers, and the captions that were sent last. */
import type { Tone } from '../../../parts/state-pill.tsx';
import { client, request } from '../../data/client.ts';

export type StreamState = 'idle' | 'connected' | 'live' | 'disconnected' | 'ended';

export interface StreamStatus {
  readonly status: StreamState;
  readonly advice: readonly string[];
  readonly player: string | null;
  /** The player for organizers, good for an hour. */
  readonly preview: string | null;
  readonly health: {
    readonly bitrateKbps: number | null;
    readonly framesPerSecond: number | null;
    readonly keyFrameSeconds: number | null;
    readonly width: number | null;
    readonly height: number | null;
  } | null;
}

export interface StreamTarget {
  readonly id: string;
  readonly name: string | null;
  readonly kind: 'youtube' | 'twitch' | 'custom';
  readonly host: string | null;
  readonly hasKey: boolean;
  readonly enabled: boolean;
  readonly state: 'idle' | 'starting' | 'broadcasting' | 'errored' | 'disabled';
  readonly problem: string | null;
  readonly droppedFrames: number;
}

export interface Viewers {
  readonly currentViewers: number;
  readonly peakViewers: number;
  readonly uniqueViewers: number;
  readonly watchMinutes: number;
}

export interface StreamKey {
  readonly streamKey: string;
  readonly ingestUrl: string | null;
}

export interface Caption {
  readonly id: string;
  readonly lang: string;
  readonly startMs: number;
  readonly text: string;
}

export interface NewTarget {
  readonly name: string;
  readonly kind: StreamTarget['kind'];
  readonly url: string;
  readonly key: string;
}

export const stateTones: Readonly<Record<StreamState | StreamTarget['state'], Tone>> = {
  idle: 'plain',
  connected: 'warn',
  live: 'success',
  disconnected: 'danger',
  ended: 'plain',
  starting: 'warn',
  broadcasting: 'success',
  errored: 'danger',
  disabled: 'plain',
};

const at = (eventId: string, path: string) => `/events/${eventId}/streaming/${path}`;

export const readStatus = (eventId: string) => request<StreamStatus>('GET', at(eventId, 'status'));
export const readViewers = (eventId: string) => request<Viewers>('GET', at(eventId, 'metrics'));
export const readKey = (eventId: string) => request<StreamKey>('GET', at(eventId, 'key'));
export const rotateKey = (eventId: string) => request<StreamKey>('POST', at(eventId, 'key/rotate'), {});

export async function readTargets(eventId: string): Promise<readonly StreamTarget[]> {
  return (await request<{ targets: readonly StreamTarget[] }>('GET', at(eventId, 'targets'))).targets;
}

/** Those that are known keep the address and key that they have. */
const kept = ({ enabled, id, kind, name }: StreamTarget) => ({ id, kind, enabled, ...(name !== null && { name }) });

export async function saveTargets(eventId: string, known: readonly StreamTarget[], more: readonly NewTarget[] = []) {
  const added = more.map(({ key, kind, name, url }) => ({ kind, url, ...(name && { name }), ...(key && { key }) }));
  await request('PUT', at(eventId, 'targets'), { targets: [...known.map(kept), ...added] });
}

export async function sendCaption(eventId: string, text: string, lang: string): Promise<void> {
  await request('POST', at(eventId, 'captions'), { text, lang });
}

const captionsShown = 8;

export async function readCaptions(eventId: string): Promise<readonly Caption[]> {
  const { data } = await client.captions.list({
    where: { event: { equals: eventId } },
    sort: '-createdAt',
    limit: captionsShown,
  });
  return data;
}
