/** Refuses a form without scopes: a key, app or role that may do nothing is a mistake. @throws GatehouseError */

import { fieldError } from '../../../../parts/as-error.ts';
import { t } from '../../../../parts/text/text.ts';

export function needScopes(scopes: readonly string[]): void {
  if (scopes.length > 0) return;
  throw fieldError('scopes', 'required', t('choose_at_least_one_scope'));
}
