/** Single sign-on by SAML 2.0: what the provider needs of us, what we need of it; on a plan without it, that it has none. */

import { useState } from 'react';
import { Button } from '../../../../parts/button.tsx';
import { day } from '../../../../parts/format-time.ts';
import { Loading } from '../../../../parts/states.tsx';
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
    if (!confirm('Remove provider? People who log in with it are locked out until they set a password here.')) return;
    void acting.act('Single sign-on is off.', () => request('DELETE', '/api/v1/sso/saml'));
  }

  return (
    <SettingsPage
      title="Single sign-on"
      intro="People log in with their company’s own account (SAML 2.0). Passwords keep working too."
      error={lacks ? null : error}
      {...{ who, mayWrite, acting }}
      {...(data && provider === null && { add: { label: 'Set up a provider', isOpen, onOpen: () => setOpen(true) } })}
    >
      {!data && !error && <Loading />}
      {error && !lacks && <Button onClick={again}>Try again</Button>}
      {lacks && <PlanLacks plan={who.tenant.plan} />}
      {data && <ForProvider service={data.service} isLive={provider !== null} />}
      {isOpen && (
        <ProviderForm
          provider={provider}
          isOwner={who.roles.includes('owner')}
          onCancel={() => setOpen(false)}
          onSaved={() => {
            setOpen(false);
            acting.say('Saved. Try it in a private window before you announce it.');
            again();
          }}
        />
      )}
      {provider && !isOpen && (
        <ProviderCard provider={provider}>
          <div className="actions">
            <Button onClick={() => setOpen(true)}>Change</Button>
            <Button onClick={remove}>Remove provider</Button>
          </div>
        </ProviderCard>
      )}
    </SettingsPage>
  );
}

function PlanLacks({ plan }: { readonly plan: string }) {
  return (
    <section className="card" aria-labelledby="sso-plan">
      <h2 id="sso-plan">Not part of your plan</h2>
      <p>
        Your organization is on the plan <strong>{plan}</strong>. Single sign-on is included in{' '}
        <strong>business</strong> and <strong>enterprise</strong>. Ask the operator of this server for a different plan.
        Until then, members log in with a password.
      </p>
    </section>
  );
}

function ForProvider({ service, isLive }: { readonly service: Service; readonly isLive: boolean }) {
  return (
    <section className="card" aria-labelledby="sso-service">
      <h2 id="sso-service">What your provider needs</h2>
      <p>
        {isLive
          ? 'Give it the metadata address. It contains everything else.'
          : 'Give it the entity ID and the ACS address. The metadata address contains both. It works as soon as a provider is saved here.'}
      </p>
      <dl>
        <ValueRow label="Metadata address" value={service.metadataUrl} />
        <ValueRow label="Entity ID (audience)" value={service.entityId} />
        <ValueRow label="ACS address" value={service.acsUrl} />
        {isLive && <ValueRow label="Login link for members" value={service.loginUrl} />}
      </dl>
    </section>
  );
}

function ProviderCard({ provider, children }: { readonly provider: Provider; readonly children: React.ReactNode }) {
  const { entityId, ssoUrl, certificates, createMembers, defaultRole, roleMapping } = provider;
  const { mayGive, ownersMayJoin, waitsForOwner } = provider;
  return (
    <section className="card" aria-labelledby="sso-provider">
      <h2 id="sso-provider">Your identity provider</h2>
      <dl className="facts">
        <Fact label="Entity ID">{entityId}</Fact>
        <Fact label="Login address">{ssoUrl}</Fact>
        {certificates.map(({ fingerprint256, subject, validTo }) => (
          <Fact key={fingerprint256} label="Certificate">
            {subject.replaceAll('\n', ', ')}, until {day(new Date(validTo).toISOString())}
            {Date.parse(validTo) < Date.now() && <span className="odd"> has expired</span>}
            <small>
              <code>{fingerprint256}</code>
            </small>
          </Fact>
        ))}
        <Fact label="New people">{createMembers ? 'become members at their first login' : 'must be invited'}</Fact>
        <Fact label="Roles">
          {[...roleMapping.map(({ value, role }) => `${value} → ${role}`), `else ${defaultRole}`].join('; ')}
        </Fact>
        <Fact label="Can log in">
          {waitsForOwner
            ? 'no one yet: an owner must choose the roles'
            : [...mayGive, ...(ownersMayJoin ? ['owner'] : [])].join(', ')}
        </Fact>
        <Fact label="Our requests">{provider.signsRequests ? 'are signed' : 'are not signed'}</Fact>
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
