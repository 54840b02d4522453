/** Shows the request and the response of each attempt to send one message. */

import { dayAndTime } from '../../../../parts/format-time.ts';
import { Problem } from '../../../../parts/problem.tsx';
import { Loading } from '../../../../parts/states.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import { usePageQuery } from '../../../data/page-query.ts';
import { answerText, type Delivery } from './webhook.ts';

type Headers = Readonly<Record<string, string>>;

interface Attempt {
  readonly id: string;
  readonly number: number;
  readonly at: string;
  readonly url: string;
  readonly requestHeaders: Headers | null;
  readonly requestBody: string | null;
  readonly status: number | null;
  readonly responseHeaders: Headers | null;
  readonly responseBody: string | null;
  readonly durationMs: number;
  readonly problem: string | null;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // Not JSON, or cut short.
    return body;
  }
}

function headersText(headers: Headers | null): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

export function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const { rows, live } = usePageQuery<Attempt>('webhook_attempts', {
    where: { delivery: { equals: delivery.id } },
    sort: '-createdAt',
    limit: 20,
  });
  return (
    <div className="attempts">
      <p>
        <code>{delivery.id}</code> · {delivery.collection} <code>{delivery.record}</code>
        {delivery.sequence > 0 && t('change_2', { sequence: delivery.sequence })}
      </p>
      <Problem error={live.error} />
      {!rows && !live.error && <Loading />}
      {rows?.length === 0 && <p>{t('no_attempts_none_was_made_yet')}</p>}
      {rows?.map((attempt) => (
        <section
          key={attempt.id}
          aria-label={t('attempt_2', { number: attempt.number, dayAndTime: dayAndTime(attempt.at) })}
        >
          <h3>{tx('attempt', { number: attempt.number, answerText: answerText(attempt.status, attempt.problem) })}</h3>
          <p>{tx('ms', { dayAndTime: dayAndTime(attempt.at), durationMs: attempt.durationMs })}</p>
          <Block label={t('request')} head={headersText(attempt.requestHeaders)} body={attempt.requestBody} />
          {attempt.status !== null && (
            <Block label={t('response')} head={headersText(attempt.responseHeaders)} body={attempt.responseBody} />
          )}
        </section>
      ))}
    </div>
  );
}

function Block({ label, head, body }: { readonly label: string; readonly head: string; readonly body: string | null }) {
  return (
    <>
      <h4>{label}</h4>
      <pre tabIndex={0} role="region" aria-label={label}>
        {[head, pretty(body ?? '') || '(no body)'].filter(Boolean).join('\n\n')}
      </pre>
    </>
  );
}
