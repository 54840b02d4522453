/** Pages of other origins that may call the API with a token of this organization: listed, added and removed one by one. */

import { useState } from 'react';
import { fieldError } from '../../../../parts/as-error.ts';
import { Button } from '../../../../parts/button.tsx';
import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
import { t } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { request } from '../../../data/client.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';

const path = '/api/v1/allowed-origins';
type Answer = { readonly data: { readonly origins: readonly string[] } };

const readOrigins = async () => (await request<Answer>('GET', path)).data.origins;

/** The list is stored whole: it is read again first, so that what another administrator added stays. */
async function change(next: (stored: readonly string[]) => readonly string[]): Promise<void> {
  await request<Answer>('PATCH', path, { origins: next(await readOrigins()) });
}

export function Origins({ who, mayWrite }: SectionProps) {
  const { data, error, again } = useOnceQuery(['allowed-origins'], async () =>
    (await readOrigins()).map((id) => ({ id })),
  );
  const acting = useAct(again);
  const [isOpen, setOpen] = useState(false);

  function remove(origin: string): void {
    if (!confirm(t('remove_its_pages_can_no_longer', { origin }))) return;
    void acting.act(t('removed_2', { origin }), () => change((stored) => stored.filter((one) => one !== origin)));
  }

  return (
    <SettingsPage
      title={t('allowed_origins')}
      intro={t('your_web_apps_at_these_addresses')}
      add={{ label: t('add_an_origin'), isOpen, onOpen: () => setOpen(true) }}
      {...{ who, mayWrite, acting, error }}
    >
      {isOpen && (
        <OriginForm
          onCancel={() => setOpen(false)}
          onAdded={(origin) => {
            setOpen(false);
            acting.say(t('is_allowed', { origin }));
            again();
          }}
        />
      )}
      {error && !data ? (
        <Button onClick={again}>{t('try_again')}</Button>
      ) : (
        <DataTable
          caption={t('allowed_origins')}
          rows={data}
          nameOf={({ id }) => id}
          columns={[{ label: t('origin'), cell: ({ id }) => <code>{id}</code> }]}
          {...(mayWrite && {
            actions: ({ id }: { readonly id: string }) => (
              <RowButton label={t('remove')} of={id} onClick={() => remove(id)} />
            ),
          })}
          empty={t('no_allowed_origins_yet_pages_at')}
        />
      )}
    </SettingsPage>
  );
}

interface OriginFormProps {
  readonly onCancel: () => void;
  readonly onAdded: (origin: string) => void;
}

function OriginForm({ onCancel, onAdded }: OriginFormProps) {
  const { value, isDirty, set } = useDraft({ origin: '' });

  async function save(): Promise<void> {
    const origin = value.origin.trim();
    const problem = problemOf(origin);
    if (problem !== null) throw fieldError('origins', 'invalid_format', problem);
    await change((stored) => [...stored, origin]);
    onAdded(origin);
  }

  return (
    <EditForm title={t('new_allowed_origin')} submit={t('allow_origin')} {...{ isDirty, onCancel }} onSave={save}>
      <FormRow label={t('origin')} name="origins" hint={t('as_the_browser_sends_it_https')}>
        {(row) => (
          <input
            {...row}
            required
            maxLength={300}
            spellCheck={false}
            autoComplete="off"
            placeholder="https://app.example.org"
            value={value.origin}
            onChange={({ target }) => set({ origin: target.value })}
          />
        )}
      </FormRow>
    </EditForm>
  );
}

/** Detects the most common mistakes and says what to enter instead; the server decides about the rest. */
function problemOf(text: string): string | null {
  const what = t('an_origin_is_a_scheme_a');
  if (!/^https?:\/\/[a-z0-9.:[\]-]+(?:[/?#]|$)/i.test(text) || !URL.canParse(text))
    return t('without_a_wildcard_such_as_https', { what });
  const { origin } = new URL(text);
  return origin === text ? null : t('without_a_path_enter_instead', { what, origin });
}
