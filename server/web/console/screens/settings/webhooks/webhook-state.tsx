/** The state of a webhook, as a badge. */
import { dayAndTime } from '../parts/when.ts';
import type { Webhook } from './webhook.ts';

export function State({ webhook: { status, failingSince } }: { readonly webhook: Webhook }) {
  if (status === 'disabled') return <span className="state revoked">switched off</span>;
  if (failingSince === null) return <span className="state active">active</span>;
  return (
    <>
      <span className="state pending">failing</span>
      <small>since {dayAndTime(failingSince)}</small>
    </>
  );
}
