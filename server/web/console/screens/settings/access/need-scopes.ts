/** Asked before a form with scopes is sent: what may do nothing at all is a mistake. @throws GatehouseError. */

import { fieldError } from '../../../../parts/as-error.ts';
import { t } from '../../../../parts/text/text.ts';

export function needScopes(scopes: readonly string[]): void {
  if (scopes.length > 0) return;
  throw fieldError('scopes', 'required', t('choose_at_least_one_scope'));
}
