/** The settings of the organization: which pages there are, who may see them, and the way between them. */
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { EmptyState, Loading } from '../../../parts/states.tsx';
import { may, readWho, standing, type Who } from '../../data/current-actor.ts';
import { useOnceQuery } from '../../data/once-query.ts';
import { Apps } from './access/apps.tsx';
import { Keys } from './access/keys.tsx';
import { Origins } from './access/origins.tsx';
import { AuditLog } from './members/audit-log.tsx';
import { Members } from './members/members.tsx';
import { Roles } from './members/roles.tsx';
import type { Section } from './section.ts';
import './settings.css';
import { Sessions } from './sessions/sessions.tsx';
import { SingleSignOn } from './sso/single-sign-on.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

const sections = {
  members: { label: 'Members', needs: 'admin:read', Page: Members },
  roles: { label: 'Roles', needs: 'admin:read', Page: Roles },
  keys: { label: 'API keys', needs: 'admin:write', Page: Keys },
  apps: { label: 'Apps', needs: 'admin:write', Page: Apps },
  origins: { label: 'Allowed origins', needs: 'admin:write', Page: Origins },
  webhooks: { label: 'Webhooks', needs: 'admin:read', Page: Webhooks },
  sso: { label: 'Single sign-on', needs: 'admin:write', Page: SingleSignOn },
  logins: { label: 'Sessions and apps', needs: null, Page: Sessions },
  audit: { label: 'Audit log', needs: 'admin:read', Page: AuditLog },
} as const satisfies Readonly<Record<string, Section>>;

type SectionName = keyof typeof sections;

const isOpenTo = (who: Who, name: SectionName) => {
  const { needs } = sections[name];
  return needs === null || may(who, needs);
};

export interface SettingsProps {
  /** As in the address; null: the first that is open to the person. */
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
      <nav aria-label="Settings">
        {open.map((name) => (
          <a key={name} href={`#/settings/${name}`} aria-current={name === shown ? 'page' : undefined}>
            {sections[name].label}
          </a>
        ))}
      </nav>
      <div className="section">
        <Problem error={error} />
        {error && <Button onClick={again}>Try again</Button>}
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
        <p>
          This page needs the scope <code>{needs}</code>, which {standing(who)} does not have.
        </p>
        <p>
          {who.kind === 'key'
            ? 'Log in as an owner or admin, or with a key that has the scope.'
            : 'An owner or admin of your organization can change your role under Settings, Members.'}
        </p>
      </EmptyState>
    </>
  );
}
