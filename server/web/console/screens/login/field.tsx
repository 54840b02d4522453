/** A field with its label; a message about it is tied to it for screen readers. */
import type { InputHTMLAttributes } from 'react';

export const problemId = 'login-problem';

export function Field({
  label,
  wrong,
  ...input
}: { readonly label: string; readonly wrong: boolean } & InputHTMLAttributes<HTMLInputElement> & { name: string }) {
  return (
    <>
      <label htmlFor={`login-${input.name}`}>{label}</label>
      <input
        id={`login-${input.name}`}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? problemId : undefined}
        required
        {...input}
      />
    </>
  );
}

export function FormProblem({ message }: { readonly message: string | null }) {
  if (message === null) return null;
  return (
    <div role="alert" id={problemId} className="problem">
      <p>{message}</p>
    </div>
  );
}
