/** Asked before a form with scopes is sent: what may do nothing at all is a mistake. Throws ApiError. */
import { ApiError } from '../../../api.ts';

export function needScopes(scopes: readonly string[]): void {
  if (scopes.length > 0) return;
  throw new ApiError(422, [{ code: 'required', path: 'scopes', message: 'Choose at least one scope.' }]);
}
