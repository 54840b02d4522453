/** What went wrong, as sentences. */
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { asError } from './as-error.ts';

export function Problem({ error }: { readonly error: GatehouseError | null }) {
  if (!error) return null;
  return (
    <div className="problem" role="alert">
      {asError(error).errors.map(({ code, message, path }) => (
        <p key={`${code}${path ?? ''}`}>{message}</p>
      ))}
    </div>
  );
}
