/** Single sign-on by SAML 2.0: what the provider needs of us, what we need of it; on a plan without it, that it has none. */
import { useCallback, useState } from 'react';
import { api } from '../../../api.ts';
import { SettingsPage } from '../parts/settings-page.tsx';
import { useAct } from '../parts/use-act.ts';
import { useOnce } from '../parts/use-once.ts';
import { ValueRow } from '../parts/value-row.tsx';
import { day } from '../parts/when.ts';
import type { SectionProps } from '../section.ts';
import type { Provider, Service, SsoSettings } from './provider.ts';
import { ProviderForm } from './provider-form.tsx';

export function SingleSignOn({ who, mayWrite }: SectionProps) {
  const read = useCallback(async () => (await api<{ data: SsoSettings }>('GET', '/api/v1/sso/saml')).data, []);
  const { data, error, again } = useOnce(read);
  const acting = useAct(again);
  const [isOpen, setOpen] = useState(false);
  const lacks = error?.errors.some(({ code }) => code === 'plan_lacks_sso') ?? false;
  const provider = data?.provider ?? null;

  function remove(): void {
    if (!confirm('Remove provider? People who log in with it are locked out until they set a password here.')) return;
    void acting.act('Single sign-on is off.', () => api('DELETE', '/api/v1/sso/saml'));
  }

  return (
    <SettingsPage
      title="Single sign-on"
      intro="People log in with their company’s own account (SAML 2.0). Passwords keep working too."
      error={lacks ? null : error}
      {...{ who, mayWrite, acting }}
      {...(data && provider === null && { add: { label: 'Set up a provider', isOpen, onOpen: () => setOpen(true) } })}
    >
      {!data && !error && <p role="status">Loading…</p>}
      {error && !lacks && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
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
            <button type="button" onClick={() => setOpen(true)}>
              Change
            </button>
            <button type="button" className="quiet" onClick={remove}>
              Remove provider
            </button>
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
            {Date.parse(validTo) < Date.now() && <span className="state expired"> has expired</span>}
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
