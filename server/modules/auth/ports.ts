/** The functions that the module needs from outside; start/open-modules.ts provides them. */
import type { WayOfEnding } from '../../identity/credentials/endings.ts';
import type { MailedLinks } from '../../identity/people/invitations.ts';
import type { Notices } from '../../identity/people/notices.ts';
import type { LeftKey } from './member-rule.ts';

export interface AuthPorts {
  readonly links: MailedLinks;
  readonly notices: Notices;
  /** Address at which people reach the tenant, without a slash at the end, and the tenant's name. */
  readonly addressOf: (tenant: string) => Promise<{ readonly base: string; readonly tenantName: string }>;
  /** Ends every way in of a member that was deleted. */
  readonly forget: (tenant: string, member: string) => Promise<void>;
  /** Ends what a member holds, as the table in identity/credentials/endings.ts has it. */
  readonly end: (way: WayOfEnding, tenant: string, member: string) => Promise<unknown>;
  /** API keys that the member made and that still open something. */
  readonly keysMadeBy: (tenant: string, member: string) => Promise<readonly LeftKey[]>;
  /** Ends the connections to this process that are open in this actor's name (`user:<id>`). */
  readonly announce: (actor: string) => void;
}
