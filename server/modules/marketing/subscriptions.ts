/** Subscribes an address to an audience and unsubscribes it; a repeated request changes nothing. */
import { must } from '#shared/base/assert.ts';
import type { Result } from '#shared/base/result.ts';
import { subscribe, unsubscribe } from '#shared/modules/marketing/actions.ts';
import type { StoredRecord } from '#shared/schema/infer.ts';
import { action, type ModuleAction } from '../../core/collections/action.ts';
import { answer, answerOf, needed } from '../common/answer.ts';
import type { Errand, RecordWriter } from '../common/record-writer.ts';

/** Lifecycle steps that lead an address back to the audience, by its status. */
const stepsBack: Readonly<Record<string, readonly string[]>> = {
  unsubscribed: ['pending'],
  bounced: ['subscribed'],
};

async function backAgain(
  writer: RecordWriter,
  errand: Errand,
  known: StoredRecord,
  confirmed: boolean,
): Promise<Result<StoredRecord>> {
  const status = String(known['status']);
  const steps = [...(stepsBack[status] ?? []), ...(confirmed && status !== 'subscribed' ? ['subscribed'] : [])];
  let last: Result<StoredRecord> = { ok: true, value: known };
  for (const step of new Set(steps)) {
    last = await writer.update(errand, 'subscribers', known.id, { status: step });
    if (!last.ok) return last;
  }
  return last;
}

export function subscriptionActions(writer: RecordWriter): readonly ModuleAction[] {
  const join = action(subscribe, async (tx, { audienceId, email, name, source }, context) => {
    const audience = await needed(tx, 'audiences', audienceId, 'audience');
    if (!audience.ok) return audience;
    const confirmed = audience.value['doubleOptIn'] === false;
    const errand = { tx, context };
    const known = await tx.findOne('subscribers', { audience: audienceId, email });
    if (known) return answerOf(await backAgain(writer, errand, known, confirmed));
    return answerOf(
      await writer.create(errand, 'subscribers', {
        audience: audienceId,
        email,
        name: name ?? null,
        source: source ?? null,
        status: confirmed ? 'subscribed' : 'pending',
      }),
    );
  });

  const leave = action(unsubscribe, async (tx, { audienceId, email }, context) => {
    const audience = await needed(tx, 'audiences', audienceId, 'audience');
    if (!audience.ok) return audience;
    const known = await tx.findOne('subscribers', { audience: audienceId, email });
    if (known && ['pending', 'subscribed'].includes(String(known['status']))) {
      const left = await writer.update({ tx, context }, 'subscribers', known.id, { status: 'unsubscribed' });
      if (!left.ok) return left;
    }
    return answer({ email: must(email, 'an address'), unsubscribed: true });
  });

  return [join, leave];
}
