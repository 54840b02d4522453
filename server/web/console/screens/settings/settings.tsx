/** The settings of the organization: which pages there are, who may see them, and the way between them. */
import { Problem } from '../problem.tsx';
import { Apps } from './access/apps.tsx';
import { Keys } from './access/keys.tsx';
import { Origins } from './access/origins.tsx';
import { Logins } from './held/logins.tsx';
import { useOnce } from './parts/use-once.ts';
import { AuditLog } from './people/audit-log.tsx';
import { Members } from './people/members.tsx';
import { Roles } from './people/roles.tsx';
import type { Section } from './section.ts';
import './settings.css';
import { SingleSignOn } from './sso/single-sign-on.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';
import { may, readWho, standing, type Who } from './who.ts';

const sections = {
  members: { label: 'Members', needs: 'admin:read', Page: Members },
  roles: { label: 'Roles', needs: 'admin:read', Page: Roles },
  keys: { label: 'API keys', needs: 'admin:write', Page: Keys },
  apps: { label: 'Apps', needs: 'admin:write', Page: Apps },
  origins: { label: 'Allowed origins', needs: 'admin:write', Page: Origins },
  webhooks: { label: 'Webhooks', needs: 'admin:read', Page: Webhooks },
  sso: { label: 'Single sign-on', needs: 'admin:write', Page: SingleSignOn },
  logins: { label: 'Sessions and apps', needs: null, Page: Logins },
  audit: { label: 'Audit log', needs: 'admin:read', Page: AuditLog },
} as const satisfies Readonly<Record<string, Section>>;

export interface SettingsProps {
  /** As in the address. */
  readonly section: string | null;
  readonly id: string | null;
}

export function Settings({ section, id }: SettingsProps) {
  const { data: who, error, again } = useOnce(readWho);
  const name = section !== null && section in sections ? (section as keyof typeof sections) : 'members';
  const { label, needs, Page } = sections[name];
  return (
    <div className="settings">
      <nav aria-label="Settings">
        {Object.entries(sections).map(([key, one]) => (
          <a key={key} href={`#/settings/${key}`} aria-current={key === name ? 'page' : undefined}>
            {one.label}
          </a>
        ))}
      </nav>
      <div className="section">
        {error && (
          <>
            <Problem error={error} />
            <button type="button" onClick={again}>
              Try again
            </button>
          </>
        )}
        {!who && !error && <p role="status">Loading…</p>}
        {who && (needs === null || may(who, needs)) && (
          <Page key={name} who={who} mayWrite={may(who, 'admin:write')} id={id} />
        )}
        {who && needs !== null && !may(who, needs) && <NotYours who={who} label={label} needs={needs} />}
      </div>
    </div>
  );
}

function NotYours({ who, label, needs }: { readonly who: Who; readonly label: string; readonly needs: string }) {
  return (
    <>
      <h1>{label}</h1>
      <div className="card empty">
        <p>
          This page needs the scope <code>{needs}</code>, which {standing(who)} does not have.
        </p>
        <p>
          {who.kind === 'key'
            ? 'Log in as an owner or admin, or with a key that has the scope.'
            : 'An owner or admin of your organization can change your role under Settings, Members.'}
        </p>
      </div>
    </>
  );
}
