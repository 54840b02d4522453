/** What went wrong, as the server said it. */
import type { ApiError } from '../api.ts';

export function Problem({ error }: { readonly error: ApiError | null }) {
  if (!error) return null;
  return (
    <div className="problem" role="alert">
      {error.errors.map((e) => (
        <p key={`${e.code}${e.path ?? ''}`}>{e.message}</p>
      ))}
    </div>
  );
}
