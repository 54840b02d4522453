/** Pages of other origins that may call the API with a token of this organization: listed, added and removed one by one. */

import { useState } from 'react';
import { fieldError } from '../../../../parts/as-error.ts';
import { Button } from '../../../../parts/button.tsx';
import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { RowButton } from '../../../../parts/row-button.tsx';
import { DataTable } from '../../../../parts/table/data-table.tsx';
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
    if (!confirm(`Remove ${origin}? Its pages can no longer read API responses.`)) return;
    void acting.act(`${origin} removed.`, () => change((stored) => stored.filter((one) => one !== origin)));
  }

  return (
    <SettingsPage
      title="Allowed origins"
      intro="Your web apps at these addresses can call the API from the browser, with a token. The live organization and its sandbox each have their own list. This is the list of the one you are logged in to."
      add={{ label: 'Add an origin', isOpen, onOpen: () => setOpen(true) }}
      {...{ who, mayWrite, acting, error }}
    >
      {isOpen && (
        <OriginForm
          onCancel={() => setOpen(false)}
          onAdded={(origin) => {
            setOpen(false);
            acting.say(`${origin} is allowed.`);
            again();
          }}
        />
      )}
      {error && !data ? (
        <Button onClick={again}>Try again</Button>
      ) : (
        <DataTable
          caption="Allowed origins"
          rows={data}
          nameOf={({ id }) => id}
          columns={[{ label: 'Origin', cell: ({ id }) => <code>{id}</code> }]}
          {...(mayWrite && {
            actions: ({ id }: { readonly id: string }) => (
              <RowButton label="Remove" of={id} onClick={() => remove(id)} />
            ),
          })}
          empty="No allowed origins yet. Pages at other addresses cannot read API responses. Programs and this console can."
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
    <EditForm title="New allowed origin" submit="Allow origin" {...{ isDirty, onCancel }} onSave={save}>
      <FormRow
        label="Origin"
        name="origins"
        hint="As the browser sends it: https, host, and the port if the address shows one. Do not add a path, a slash at the end or a wildcard."
      >
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

/** What people send most often instead, with what to enter; the server decides about the rest. */
function problemOf(text: string): string | null {
  const what = 'An origin is a scheme, a host and, if the address shows one, a port';
  if (!/^https?:\/\/[a-z0-9.:[\]-]+(?:[/?#]|$)/i.test(text) || !URL.canParse(text))
    return `${what}, without a wildcard, such as https://app.example.org or http://localhost:5173.`;
  const { origin } = new URL(text);
  return origin === text ? null : `${what}, without a path. Enter ${origin} instead.`;
}
