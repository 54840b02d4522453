/**
 * Grants the page one permission, the camera, to the kiosk's own page only. Electron allows everything unless both
 * handlers are set.
 */
import type { Session } from 'electron';
import { isAppUrl } from './app-address.ts';

type Guarded = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>;

export function guardPermissions(session: Guarded): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    const onlyVideo = types.length > 0 && types.every((type) => type === 'video');
    answer(permission === 'media' && onlyVideo && isAppUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) => {
    // enumerateDevices asks with "unknown"; it gets the names of cameras, not their pictures.
    const video = details.mediaType === 'video' || details.mediaType === 'unknown';
    return permission === 'media' && video && isAppUrl(origin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}
