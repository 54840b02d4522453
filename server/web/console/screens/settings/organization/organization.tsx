/** The settings page of an organization: the name and logo that guests see, and its plan with the storage it uses. */

import { useId, useState } from 'react';
import { asError } from '../../../../parts/as-error.ts';
import { Button } from '../../../../parts/button.tsx';
import { EditForm } from '../../../../parts/form/edit-form.tsx';
import { TextRow } from '../../../../parts/form/fields.tsx';
import { FormRow } from '../../../../parts/form/form-row.tsx';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { Loading } from '../../../../parts/states.tsx';
import { t } from '../../../../parts/text/text.ts';
import { request } from '../../../data/client.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import { Plan } from './plan.tsx';
import { scaleLogo } from './scale-logo.ts';

interface Profile {
  readonly name: string | null;
  readonly logoUrl: string | null;
}

const path = '/organization';

export function Organization({ who, mayWrite }: SectionProps) {
  const { data, error, again } = useOnceQuery(['organization'], () => request<Profile>('GET', path));
  return (
    <SettingsPage title={t('organization')} intro={t('guests_see_this_on_pages')} {...{ who, mayWrite, error }}>
      {!data && !error && <Loading />}
      {data && <ProfileForm key={JSON.stringify(data)} profile={data} mayWrite={mayWrite} onSaved={again} />}
      <Plan who={who} />
    </SettingsPage>
  );
}

interface ProfileFormProps {
  readonly profile: Profile;
  readonly mayWrite: boolean;
  readonly onSaved: () => void;
}

/** The edit of the logo: keep it, remove it, or replace it with a PNG in base64. */
type NewLogo = 'stays' | 'goes' | { readonly png: string };

function ProfileForm({ profile, mayWrite, onSaved }: ProfileFormProps) {
  const draft = useDraft({ name: profile.name ?? '', logo: 'stays' as NewLogo });
  const { logo, name } = draft.value;
  // The pages may have another host, whose pictures the console may not load; the console's host serves the logo, too.
  const kept = profile.logoUrl === null ? null : new URL(profile.logoUrl).pathname;
  const shown = logo === 'stays' ? kept : logo === 'goes' ? null : `data:image/png;base64,${logo.png}`;

  async function save(): Promise<void> {
    const change = logo === 'stays' ? {} : logo === 'goes' ? { removeLogo: true } : { logo: logo.png };
    await request('PUT', path, { name: name.trim(), ...change });
    onSaved();
  }

  return (
    <EditForm title={t('name_and_logo')} submit={t('save')} isDirty={draft.isDirty} disabled={!mayWrite} onSave={save}>
      <TextRow
        label={t('name')}
        name="name"
        required
        maxLength={120}
        value={name}
        onChange={(to) => draft.set({ name: to })}
      />
      <LogoRow shown={shown} name={name} onChange={(to) => draft.set({ logo: to })} />
    </EditForm>
  );
}

interface LogoRowProps {
  /** Address of the logo; null: there is none. */
  readonly shown: string | null;
  readonly name: string;
  readonly onChange: (logo: NewLogo) => void;
}

function LogoRow({ shown, name, onChange }: LogoRowProps) {
  const [problem, setProblem] = useState('');
  const said = useId();

  async function take(file: File | undefined): Promise<void> {
    if (!file) return;
    setProblem('');
    try {
      onChange({ png: await scaleLogo(file) });
    } catch (fault) {
      setProblem(asError(fault).message);
    }
  }

  return (
    <>
      <FormRow label={t('logo_optional')} name="logo" hint={t('a_picture_with_the_name_scaled')}>
        {(row) => (
          <input
            {...row}
            type="file"
            accept="image/png,image/jpeg,image/webp,image/svg+xml"
            onChange={({ target }) => void take(target.files?.[0])}
          />
        )}
      </FormRow>
      <p id={said} role="alert" className="wrong">
        {problem}
      </p>
      {shown !== null && (
        <div className="organization-logo">
          <img src={shown} alt={t('logo_of', { name })} />
          <Button look="quiet" small onClick={() => onChange('goes')}>
            {t('remove_logo')}
          </Button>
        </div>
      )}
    </>
  );
}
