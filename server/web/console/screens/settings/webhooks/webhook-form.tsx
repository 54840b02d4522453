/** The form of a webhook, new or changed: its address and the events it receives. */

import { canonicalJson } from '#shared/base/json.ts';
import { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { fieldError } from '../../../../parts/as-error.ts';
import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { linesOf } from '../../../../parts/form/lines-of.ts';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import { EventPicker } from './event-picker.tsx';
import type { Webhook } from './webhook.ts';

export interface WebhookFormProps {
  /** Null: a new one. */
  readonly webhook: Webhook | null;
  readonly onCancel: () => void;
  readonly onSaved: (webhook: Webhook) => void;
}

/**
 * Saves the change of a webhook, whose version also rises when sending fails: only a change of the form’s own fields by
 * another person is a conflict.
 *
 * @throws GatehouseError `version_mismatch` for a conflict
 */
async function change(before: Webhook, body: Partial<Webhook>): Promise<Webhook> {
  const path = `/api/v1/webhooks/${before.id}`;
  const { data: now } = await request<{ data: Webhook }>('GET', path);
  const fields = ({ url, description, events, collections }: Webhook) =>
    canonicalJson([url, description, events, collections]);
  if (fields(now) !== fields(before))
    throw new GatehouseError('version_mismatch', t('someone_else_changed_this_webhook_cancel'), { status: 412 });
  return (await request<{ data: Webhook }>('PATCH', path, body, now.version)).data;
}

export function WebhookForm({ webhook, onCancel, onSaved }: WebhookFormProps) {
  const { value, isDirty, set } = useDraft({
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    isAll: (webhook?.events ?? []).length === 0,
    events: webhook?.events ?? [],
    collections: (webhook?.collections ?? []).join('\n'),
  });

  async function save(): Promise<void> {
    const { url, description, isAll, events, collections } = value;
    if (!isAll && events.length === 0) throw fieldError('events', 'required', t('choose_at_least_one_event_or'));
    const body = {
      url: url.trim(),
      description: description.trim() || null,
      events: isAll ? [] : events,
      collections: linesOf(collections),
    };
    if (webhook !== null) return onSaved(await change(webhook, body));
    onSaved((await request<{ data: Webhook }>('POST', '/api/v1/webhooks', body)).data);
  }

  return (
    <EditForm
      title={webhook === null ? t('new_webhook') : t('change_webhook')}
      submit={webhook === null ? t('create_webhook') : t('save_webhook')}
      {...{ isDirty, onCancel }}
      onSave={save}
    >
      <FormRow label={t('address')} name="url" hint={t('where_messages_are_sent_a_public')}>
        {(row) => (
          <input
            {...row}
            type="url"
            required
            maxLength={2_048}
            autoComplete="off"
            placeholder="https://example.org/hooks"
            value={value.url}
            onChange={({ target }) => set({ url: target.value })}
          />
        )}
      </FormRow>
      <FormRow label={t('description_optional')} name="description">
        {(row) => (
          <input
            {...row}
            maxLength={500}
            value={value.description}
            onChange={({ target }) => set({ description: target.value })}
          />
        )}
      </FormRow>
      <EventPicker isAll={value.isAll} chosen={value.events} onChange={set} />
      <FormRow label={t('only_for_these_collections_optional')} name="collections" hint={t('one_name_per_line_e_g')}>
        {(row) => (
          <textarea
            {...row}
            rows={2}
            spellCheck={false}
            value={value.collections}
            onChange={({ target }) => set({ collections: target.value })}
          />
        )}
      </FormRow>
    </EditForm>
  );
}
