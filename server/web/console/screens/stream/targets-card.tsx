/** The services that the stream is sent on to, each with its state and host. Whole addresses and keys are not shown again. */
import { useState } from 'react';
import { Button } from '../../../parts/button.tsx';
import { EditForm } from '../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../parts/form/form-row.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { countText } from '../../../parts/money-text.ts';
import { Problem } from '../../../parts/problem.tsx';
import { StatePill } from '../../../parts/state-pill.tsx';
import { named, t } from '../../../parts/text/text.ts';
import { useAct } from '../../../parts/use-act.ts';
import { useLiveQuery } from '../../data/live-query.ts';
import { type NewTarget, readTargets, type StreamTarget, saveTargets, stateTones } from './stream-data.ts';

const kinds = { youtube: t('service_youtube'), twitch: t('service_twitch'), custom: t('service_custom') } as const;
const titleOf = ({ kind, name }: StreamTarget) => name ?? kinds[kind];

export function TargetsCard({ eventId }: { readonly eventId: string }) {
  const [isAdding, setAdding] = useState(false);
  const { data, error, refresh } = useLiveQuery({
    key: ['stream_targets', eventId],
    read: () => readTargets(eventId),
    of: ['stream_targets'],
  });
  const acting = useAct(refresh);
  const targets = data ?? [];

  function remove(target: StreamTarget): void {
    const name = titleOf(target);
    if (!confirm(t('remove_the_target', { name }))) return;
    const others = targets.filter(({ id }) => id !== target.id);
    void acting.act(t('target_was_removed', { name }), () => saveTargets(eventId, others));
  }

  function turn(target: StreamTarget): void {
    const turned = targets.map((one) => (one.id === target.id ? { ...one, enabled: !one.enabled } : one));
    void acting.act(t('saved_4'), () => saveTargets(eventId, turned));
  }

  return (
    <section className="card" aria-labelledby="stream-targets">
      <h2 id="stream-targets">{t('targets')}</h2>
      <p>{t('the_stream_is_sent_on_to')}</p>
      <Problem error={acting.problem ?? error} />
      <ul className="rows">
        {targets.map((target) => (
          <li key={target.id}>
            <div>
              {titleOf(target)} <StatePill tone={stateTones[target.state]}>{named(`target_${target.state}`)}</StatePill>
              {target.host && <span>{target.host}</span>}
              {target.reason && <span>{named(`problem_${target.reason}`)}</span>}
              {target.droppedFrames > 0 && (
                <span>{t('frames_left_out', { count: countText(target.droppedFrames) })}</span>
              )}
            </div>
            <Button small of={titleOf(target)} onClick={() => turn(target)}>
              {target.enabled ? t('switch_off') : t('switch_on')}
            </Button>
            <Button small look="danger" of={titleOf(target)} onClick={() => remove(target)}>
              {t('remove')}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status">{acting.notice}</p>
      {isAdding ? (
        <TargetForm
          onCancel={() => setAdding(false)}
          onSave={async (made) => {
            await saveTargets(eventId, targets, [made]);
            setAdding(false);
            refresh();
          }}
        />
      ) : (
        <Button onClick={() => setAdding(true)}>{t('add_a_target')}</Button>
      )}
    </section>
  );
}

interface TargetFormProps {
  readonly onCancel: () => void;
  readonly onSave: (made: NewTarget) => Promise<void>;
}

const empty: NewTarget = { name: '', kind: 'custom', url: '', key: '' };

function TargetForm({ onCancel, onSave }: TargetFormProps) {
  const { isDirty, set, value } = useDraft<NewTarget>(empty);
  return (
    <EditForm
      title={t('new_target')}
      submit={t('add_a_target')}
      {...{ isDirty, onCancel }}
      onSave={() => onSave(value)}
    >
      <FormRow label={t('service')} name="kind">
        {(row) => (
          <select
            {...row}
            value={value.kind}
            onChange={({ target }) => set({ kind: target.value as NewTarget['kind'] })}
          >
            {Object.entries(kinds).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </FormRow>
      <FormRow label={t('name')} name="name">
        {(row) => (
          <input {...row} maxLength={120} value={value.name} onChange={({ target }) => set({ name: target.value })} />
        )}
      </FormRow>
      <FormRow label={t('address')} name="targets" hint={t('an_rtmp_address_without_the_key')}>
        {(row) => (
          <input
            {...row}
            required
            maxLength={2_048}
            pattern="rtmps?://.+"
            autoComplete="off"
            value={value.url}
            onChange={({ target }) => set({ url: target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('stream_key_of_the_service')} name="key" hint={t('it_is_kept_encrypted_and_not')}>
        {(row) => (
          <input
            {...row}
            type="password"
            maxLength={500}
            autoComplete="off"
            value={value.key}
            onChange={({ target }) => set({ key: target.value })}
          />
        )}
      </FormRow>
    </EditForm>
  );
}
