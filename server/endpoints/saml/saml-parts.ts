import type { Platform } from '../../core/platform.ts';
import type { Log } from '../../http/log.ts';
import type { Access } from '../../identity/open-access.ts';

/** What the endpoints of single sign-on work with. */
export interface SamlParts {
  readonly access: Access;
  readonly platform: Pick<Platform, 'registry'>;
  readonly publicUrl: string;
  readonly log: Log;
}
