/** A stream as the server answers it: state, health, targets, viewers, and the captions that were sent last. */
import { isObject } from '#shared/base/json.ts';
import type { Tone } from '../../../parts/state-pill.tsx';
import { client, request } from '../../data/client.ts';

export type StreamState = 'idle' | 'connected' | 'live' | 'disconnected' | 'ended';

export interface StreamStatus {
  readonly status: StreamState;
  /** The server has a streaming process. */
  readonly isSetUp: boolean;
  /** Address of the player; null: there is none. */
  readonly player: string | null;
  /** Address of the player for organizers, which works for an hour. */
  readonly preview: string | null;
  readonly health: {
    readonly bitrateKbps: number | null;
    readonly framesPerSecond: number | null;
    readonly keyFrameSeconds: number | null;
    readonly width: number | null;
    readonly height: number | null;
    /** Codes; the page has a sentence for each. */
    readonly warnings: readonly string[];
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
  /** Code of the reason why the target does not receive the stream. */
  readonly reason: string | null;
  readonly droppedFrames: number;
}

export interface ViewerNumbers {
  readonly currentViewers: number;
  readonly peakViewers: number;
  readonly uniqueViewers: number;
  readonly watchMinutes: number;
}

export interface Viewers extends ViewerNumbers {
  readonly platforms: readonly (ViewerNumbers & { readonly platform: string })[];
}

export interface StreamKey {
  readonly streamKey: string;
  readonly ingestUrl: string | null;
}

export interface Caption {
  readonly id: string;
  readonly lang: string;
  /** Since the start of the stream. */
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

/** Returns a known target for a save: the server keeps the address and key of a target that comes with its id. */
const kept = ({ enabled, id, kind, name }: StreamTarget) => ({ id, kind, enabled, ...(name !== null && { name }) });

export async function saveTargets(eventId: string, known: readonly StreamTarget[], more: readonly NewTarget[] = []) {
  const added = more.map(({ key, kind, name, url }) => ({ kind, url, ...(name && { name }), ...(key && { key }) }));
  await request('PUT', at(eventId, 'targets'), { targets: [...known.map(kept), ...added] });
}

export async function sendCaption(eventId: string, text: string, lang: string): Promise<void> {
  await request('POST', at(eventId, 'captions'), { text, lang });
}

export const captionsPath = (eventId: string, lang: string) => `${at(eventId, 'captions.vtt')}?lang=${lang}`;

/** Long enough for a file of 8 MiB over a slow line. */
const uploadTimeoutMs = 120_000;

/** @returns how many captions the file has; it replaces all of its language */
export async function uploadCaptions(eventId: string, file: File, lang: string): Promise<number> {
  const body = new FormData();
  body.set('lang', lang);
  body.set('file', file, file.name);
  const path = at(eventId, 'captions/upload');
  const answer = await client.$request({
    method: 'POST',
    path,
    body,
    repeatable: 'refused',
    timeoutMs: uploadTimeoutMs,
  });
  return isObject(answer) ? Number(answer['created'] ?? 0) : 0;
}

/** Maximum number of captions that are read, the latest ones. */
const captionsShown = 8;

export async function readCaptions(eventId: string, lang: string): Promise<readonly Caption[]> {
  const { data } = await client.captions.list({
    where: { event: { equals: eventId }, lang: { equals: lang } },
    sort: '-createdAt',
    limit: captionsShown,
  });
  return data;
}
