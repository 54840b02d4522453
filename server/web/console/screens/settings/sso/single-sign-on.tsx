/** Single sign-on by SAML 2.0: the addresses that the identity provider needs, and the provider; or that the plan lacks it. */

import { useState } from 'react';
import { Button } from '../../../../parts/button.tsx';
import { day } from '../../../../parts/format-time.ts';
import { Loading } from '../../../../parts/states.tsx';
import { t, tx } from '../../../../parts/text/text.ts';
import { useAct } from '../../../../parts/use-act.ts';
import { ValueRow } from '../../../../parts/value-row.tsx';
import { request } from '../../../data/client.ts';
import { useOnceQuery } from '../../../data/once-query.ts';
import type { SectionProps } from '../section.ts';
import { SettingsPage } from '../settings-page.tsx';
import type { Provider, Service, SsoSettings } from './provider.ts';
import { ProviderForm } from './provider-form.tsx';

export function SingleSignOn({ who, mayWrite }: SectionProps) {
  const { data, error, again } = useOnceQuery(
    ['sso'],
    async () => (await request<{ data: SsoSettings }>('GET', '/api/v1/sso/saml')).data,
  );
  const acting = useAct(again);
  const [isOpen, setOpen] = useState(false);
  const lacks = error?.errors.some(({ code }) => code === 'plan_lacks_sso') ?? false;
  const provider = data?.provider ?? null;

  function remove(): void {
    if (!confirm(t('remove_provider_people_who_log_in'))) return;
    void acting.act(t('single_sign_on_is_off'), () => request('DELETE', '/api/v1/sso/saml'));
  }

  return (
    <SettingsPage
      title={t('single_sign_on')}
      intro={t('people_log_in_with_their_companys')}
      error={lacks ? null : error}
      {...{ who, mayWrite, acting }}
      {...(data &&
        provider === null && { add: { label: t('set_up_a_provider'), isOpen, onOpen: () => setOpen(true) } })}
    >
      {!data && !error && <Loading />}
      {error && !lacks && <Button onClick={again}>{t('try_again')}</Button>}
      {lacks && <PlanLacks plan={who.tenant.plan} />}
      {data && <ForProvider service={data.service} isLive={provider !== null} />}
      {isOpen && (
        <ProviderForm
          provider={provider}
          isOwner={who.roles.includes('owner')}
          onCancel={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            acting.say(t('saved_try_it_in_a_private'));
            again();
          }}
        />
      )}
      {provider && !isOpen && (
        <ProviderCard provider={provider}>
          <div className="actions">
            <Button onClick={() => setOpen(true)}>{t('change')}</Button>
            <Button onClick={remove}>{t('remove_provider')}</Button>
          </div>
        </ProviderCard>
      )}
    </SettingsPage>
  );
}

function PlanLacks({ plan }: { readonly plan: string }) {
  return (
    <section className="card" aria-labelledby="sso-plan">
      <h2 id="sso-plan">{t('not_part_of_your_plan')}</h2>
      <p>
        {tx('your_organization_is_on_the_plan', {
          strong: <strong>{plan}</strong>,
          strong2: <strong>{t('business')}</strong>,
          strong3: <strong>{t('enterprise')}</strong>,
        })}
      </p>
    </section>
  );
}

function ForProvider({ service, isLive }: { readonly service: Service; readonly isLive: boolean }) {
  return (
    <section className="card" aria-labelledby="sso-service">
      <h2 id="sso-service">{t('what_your_provider_needs')}</h2>
      <p>{isLive ? t('give_it_the_metadata_address_it') : t('give_it_the_entity_id_and')}</p>
      <dl>
        <ValueRow label={t('metadata_address')} value={service.metadataUrl} />
        <ValueRow label={t('entity_id_audience')} value={service.entityId} />
        <ValueRow label={t('acs_address')} value={service.acsUrl} />
        {isLive && <ValueRow label={t('login_link_for_members')} value={service.loginUrl} />}
      </dl>
    </section>
  );
}

function ProviderCard({ provider, children }: { readonly provider: Provider; readonly children: React.ReactNode }) {
  const { entityId, ssoUrl, certificates, createMembers, defaultRole, roleMapping } = provider;
  const { mayGive, ownersMayJoin, waitsForOwner } = provider;
  return (
    <section className="card" aria-labelledby="sso-provider">
      <h2 id="sso-provider">{t('your_identity_provider')}</h2>
      <dl className="facts">
        <Fact label={t('entity_id')}>{entityId}</Fact>
        <Fact label={t('login_address')}>{ssoUrl}</Fact>
        {certificates.map(({ fingerprint256, subject, validTo }) => (
          <Fact key={fingerprint256} label={t('certificate')}>
            {tx('until_3', {
              replaceAll: subject.replaceAll('\n', ', '),
              day: day(new Date(validTo).toISOString()),
              part: Date.parse(validTo) < Date.now() && <span className="odd">{t('has_expired')}</span>,
              small: (
                <small>
                  <code>{fingerprint256}</code>
                </small>
              ),
            })}
          </Fact>
        ))}
        <Fact label={t('new_people')}>
          {createMembers ? t('become_members_at_their_first_login') : t('must_be_invited')}
        </Fact>
        <Fact label={t('roles')}>
          {[...roleMapping.map(({ value, role }) => `${value} → ${role}`), t('else', { defaultRole })].join('; ')}
        </Fact>
        <Fact label={t('can_log_in')}>
          {waitsForOwner ? t('no_one_yet_an_owner_must') : [...mayGive, ...(ownersMayJoin ? ['owner'] : [])].join(', ')}
        </Fact>
        <Fact label={t('our_requests')}>{provider.signsRequests ? t('are_signed') : t('are_not_signed')}</Fact>
      </dl>
      {children}
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
