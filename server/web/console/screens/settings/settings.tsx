/** The settings of the organization: which pages there are, who may see them, and the way between them. */

import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { EmptyState, Loading } from '../../../parts/states.tsx';
import { t, tx } from '../../../parts/text/text.ts';
import { readWho, standing, type Who } from '../../data/current-actor.ts';
import { may } from '../../data/may.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { settingsSections } from '../section-labels.ts';
import { Apps } from './access/apps.tsx';
import { Keys } from './access/keys.tsx';
import { Origins } from './access/origins.tsx';
import { AuditLog } from './members/audit-log.tsx';
import { Members } from './members/members.tsx';
import { Roles } from './members/roles.tsx';
import { Organization } from './organization/organization.tsx';
import type { Section } from './section.ts';
import './settings.css';
import { Sessions } from './sessions/sessions.tsx';
import { SingleSignOn } from './sso/single-sign-on.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

const sections = {
  organization: { label: settingsSections.organization, needs: 'admin:read', Page: Organization },
  members: { label: settingsSections.members, needs: 'admin:read', Page: Members },
  roles: { label: settingsSections.roles, needs: 'admin:read', Page: Roles },
  keys: { label: settingsSections.keys, needs: 'admin:write', Page: Keys },
  apps: { label: settingsSections.apps, needs: 'admin:write', Page: Apps },
  origins: { label: settingsSections.origins, needs: 'admin:write', Page: Origins },
  webhooks: { label: settingsSections.webhooks, needs: 'admin:read', Page: Webhooks },
  sso: { label: settingsSections.sso, needs: 'admin:write', Page: SingleSignOn },
  logins: { label: settingsSections.logins, needs: null, Page: Sessions },
  audit: { label: settingsSections.audit, needs: 'admin:read', Page: AuditLog },
} as const satisfies Readonly<Record<string, Section>>;

type SectionName = keyof typeof sections;

const isOpenTo = (who: Who, name: SectionName) => {
  const { needs } = sections[name];
  return needs === null || may(who, needs);
};

export interface SettingsProps {
  /** Section in the address; null: the first one that is open to the person. */
  readonly section: string | null;
  readonly id: string | null;
}

export function Settings({ section, id }: SettingsProps) {
  const { data: who, error, again } = useOnceQuery(['me'], readWho);
  const named = section !== null && Object.hasOwn(sections, section) ? (section as SectionName) : null;
  const open = (Object.keys(sections) as SectionName[]).filter((name) => who && isOpenTo(who, name));
  const shown = named ?? open[0] ?? 'logins';
  return (
    <div className="settings">
      <nav aria-label={t('settings')}>
        {open.map((name) => (
          <a key={name} href={`#/settings/${name}`} aria-current={name === shown ? 'page' : undefined}>
            {sections[name].label}
          </a>
        ))}
      </nav>
      <div className="section">
        <Problem error={error} />
        {error && <Button onClick={again}>{t('try_again')}</Button>}
        {!who && !error && <Loading />}
        {who && <SectionContent key={shown} name={shown} who={who} id={id} />}
      </div>
    </div>
  );
}

function SectionContent({
  name,
  who,
  id,
}: {
  readonly name: SectionName;
  readonly who: Who;
  readonly id: string | null;
}) {
  const { label, needs, Page } = sections[name];
  if (needs !== null && !may(who, needs)) return <NotOpen who={who} label={label} needs={needs} />;
  return <Page who={who} mayWrite={may(who, 'admin:write')} id={id} />;
}

/** A link led to a page that is not in this person's navigation. */
function NotOpen({ who, label, needs }: { readonly who: Who; readonly label: string; readonly needs: string }) {
  return (
    <>
      <h1>{label}</h1>
      <EmptyState>
        <p>{tx('this_page_needs_the_scope_which', { code: <code>{needs}</code>, standing: standing(who) })}</p>
        <p>{who.kind === 'key' ? t('log_in_as_an_owner_or') : t('an_owner_or_admin_of_your')}</p>
      </EmptyState>
    </>
  );
}
