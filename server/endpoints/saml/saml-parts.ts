import type { Platform } from '../../core/platform.ts';
import type { Log } from '../../http/log.ts';
import type { Access } from '../../identity/open-access.ts';

/** Parts that the endpoints of single sign-on use. */
export interface SamlParts {
  readonly access: Access;
  readonly platform: Pick<Platform, 'registry'>;
  readonly publicUrl: string;
  readonly log: Log;
}
