/** Translates the codes of sync, camera and server into the words of this screen's language. Pure. */
import { type CameraState, INSECURE_PAGE } from '#kiosk/scanner/camera/camera-state.ts';
import type { Words } from './catalogues.ts';

/** @param reason why the server cannot be used, as kiosk/sync names it: a closed list, but for codes of the server */
export function failWords(reason: string, { connection: { fails } }: Words): string {
  return textOf(fails, reason) ?? fails.other;
}

/** @returns why the server refused a scan, by its code; null where the code is new to this kiosk */
export function refusalWords(code: string, { connection }: Words): string | null {
  return textOf(connection.refusals, code) ?? null;
}

export function cameraWords(state: CameraState, { camera }: Words): string {
  return state.sentence === INSECURE_PAGE.sentence ? camera.insecure : camera[state.kind];
}

function textOf(texts: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(texts, code) ? texts[code] : undefined;
}
