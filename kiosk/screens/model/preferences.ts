/**
 * The preferences that a person sets for this screen, and the function that reads them back from disk. Not settings of
 * the event.
 */
import { readHostAddress } from '#kiosk/printing/host-address.ts';
import { isObject, parseJson } from '#shared/base/json.ts';
import { isLanguage, type Language } from '#shared/base/languages.ts';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Choices of the seconds for which a result stays without another scan; 0: until the next scan. */
export const resultSecondsChoices = [5, 8, 15, 0] as const;
export type ResultSeconds = (typeof resultSecondsChoices)[number];

export const volumes = ['quiet', 'middle', 'loud'] as const;
export type Volume = (typeof volumes)[number];

export interface Preferences {
  readonly theme: Theme;
  /** Null: the browser's, where the kiosk speaks it. */
  readonly language: Language | null;
  readonly sound: boolean;
  readonly volume: Volume;
  readonly camera: boolean;
  /** Null: the browser's choice. */
  readonly cameraId: string | null;
  /** Null, or a printer that is not there: the host's first one. */
  readonly printerId: string | null;
  readonly resultSeconds: ResultSeconds;
  /** Address of the device host, token included. */
  readonly hostAddress: string | null;
  /** The pre-flight was shown after pairing, and left. */
  readonly preflightSeen: boolean;
}

export const defaultPreferences: Preferences = {
  theme: 'auto',
  language: null,
  sound: true,
  volume: 'middle',
  camera: true,
  cameraId: null,
  printerId: null,
  resultSeconds: 8,
  hostAddress: null,
  preflightSeen: false,
};

/** Reads stored preferences; what does not fit falls back to its default. */
export function parsePreferences(text: string | null): Preferences {
  const stored = readJson(text);
  const { theme, language, sound, volume, camera, cameraId, printerId, resultSeconds, hostAddress, preflightSeen } =
    stored;
  return {
    theme: themes.find((known) => known === theme) ?? defaultPreferences.theme,
    language: isLanguage(language) ? language : null,
    sound: typeof sound === 'boolean' ? sound : defaultPreferences.sound,
    volume: volumes.find((known) => known === volume) ?? defaultPreferences.volume,
    camera: typeof camera === 'boolean' ? camera : defaultPreferences.camera,
    cameraId: typeof cameraId === 'string' ? cameraId : null,
    printerId: typeof printerId === 'string' ? printerId : null,
    resultSeconds: resultSecondsChoices.find((known) => known === resultSeconds) ?? defaultPreferences.resultSeconds,
    hostAddress: typeof hostAddress === 'string' ? readHostAddress(hostAddress) : null,
    preflightSeen: preflightSeen === true,
  };
}

function readJson(text: string | null): Record<string, unknown> {
  const value = parseJson(text ?? '{}');
  return isObject(value) ? value : {};
}
