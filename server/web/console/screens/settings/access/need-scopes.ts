/** Asked before a form with scopes is sent: what may do nothing at all is a mistake. @throws GatehouseError. */

import { fieldError } from '../../../../parts/as-error.ts';

export function needScopes(scopes: readonly string[]): void {
  if (scopes.length > 0) return;
  throw fieldError('scopes', 'required', 'Choose at least one scope.');
}
