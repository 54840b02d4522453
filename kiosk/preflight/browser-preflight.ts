/** The pre-flight of a kiosk in a browser or in Electron: its ports over the kiosk's own parts. Called by kiosk/start. */
import type { HostInfo } from '#kiosk/bridge/host-api.ts';
import type { CameraState } from '#kiosk/scanner/camera/camera-state.ts';
import { isObject } from '#shared/base/json.ts';
import { brightnessOf, powerState, soundState, writeAndRead } from './browser-devices.ts';
import { openPreflight } from './open-preflight.ts';
import type { PreflightPorts, RoomLeft, ServerPing } from './ports.ts';
import type { Preflight } from './preflight.ts';
import type { KeyWatch } from './watch-keys.ts';

export type BrowserPreflightParts = Pick<
  PreflightPorts,
  | 'identity'
  | 'clock'
  | 'replica'
  | 'link'
  | 'otherKiosks'
  | 'softwareVersion'
  | 'printing'
  | 'incompleteLanguages'
  | 'offlineStart'
> & {
  readonly camera: {
    state(): CameraState;
    wanted(): boolean;
    subscribe(listener: () => void): () => void;
    picture(): HTMLVideoElement;
  };
  readonly preferences: () => {
    readonly sound: boolean;
    readonly hostAddress: string | null;
  };
  /** Facts that the device host reported; null while it is away or where there is none. */
  readonly hostInfo: () => HostInfo | null;
  readonly keys: KeyWatch;
  /** GET of the server's `/readyz`, without a token. */
  readonly askServer: () => Promise<ServerAnswer>;
  /** Rooms that the gate leads to and that have a capacity; `left` null: never promised a place. */
  readonly rooms: () => readonly { readonly name: string; readonly left: number | null }[];
};

/** Answer in the form of the kiosk's server client. */
type ServerAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly sentAtMs: number;
      readonly receivedAtMs: number;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

export function openBrowserPreflight(parts: BrowserPreflightParts): Preflight {
  const { camera, preferences, hostInfo } = parts;
  return openPreflight({
    ...parts,
    // Two checks of one run ask the same: each has its own time, so each asks for itself.
    ping: async () => readPing(await parts.askServer()),
    rooms: () => parts.rooms().map(({ name, left }): RoomLeft => ({ name, left: left ?? 0 })),
    hostReachable: () => preferences().hostAddress === null || hostInfo() !== null,
    camera: {
      wanted: camera.wanted,
      state: camera.state,
      subscribe: camera.subscribe,
      brightness: () => brightnessOf(camera.picture()),
    },
    soundWanted: () => preferences().sound,
    sound: soundState,
    power: () => powerState(hostInfo()?.kind === 'electron'),
    writeAndRead,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    monotonicMs: () => performance.now(),
    after: (delayMs, callback) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    watchKeys: parts.keys.watch,
  });
}

function readPing(answer: ServerAnswer): ServerPing {
  if (answer.kind === 'unreachable') return answer;
  const { status, body, sentAtMs, receivedAtMs } = answer;
  const said = isObject(body) ? body : {};
  const { version, syncVersion, syncVersionFloor } = said;
  return {
    kind: 'answer',
    status,
    roundTripMs: Math.round(receivedAtMs - sentAtMs),
    softwareVersion: typeof version === 'string' ? version : null,
    syncVersion: typeof syncVersion === 'number' ? syncVersion : null,
    syncVersionFloor: typeof syncVersionFloor === 'number' ? syncVersionFloor : null,
  };
}
