import type { Clock } from '#shared/base/time.ts';
import type { Platform } from '../../core/platform.ts';
import type { Access } from '../../identity/open-access.ts';

/** Parts that the OAuth endpoints use. */
export interface OAuthParts {
  readonly access: Access;
  readonly platform: Platform;
  readonly publicUrl: string;
  readonly clock: Clock;
}
