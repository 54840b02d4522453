/** One kiosk: where it stands, whether it is connected, what it holds back. */

import { Button } from '../../../parts/button.tsx';
import { ago } from '../../../parts/event-time.ts';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import type { Kiosk } from './kiosk.ts';

const tones: Readonly<Record<'online' | 'offline' | 'revoked', Tone>> = {
  online: 'success',
  offline: 'warn',
  revoked: 'danger',
};

export interface KioskCardProps {
  readonly kiosk: Kiosk;
  readonly gateName: string;
  readonly onRevoke: () => void;
}

export function KioskCard({ kiosk, gateName, onRevoke }: KioskCardProps) {
  const { lastSeenAt, name, pending, presence, printer, revokedAt, role } = kiosk;
  const state = revokedAt ? 'revoked' : (presence ?? 'offline');
  return (
    <li className="card kiosk">
      <h2>{name}</h2>
      <p>
        {gateName} · {role}
      </p>
      <p>
        <StatePill tone={tones[state]}>{named(state)}</StatePill>{' '}
        <span>{lastSeenAt ? t('last_seen', { ago: ago(lastSeenAt) }) : t('never_seen')}</span>
      </p>
      <p>{tx('unsent_scans_printer', { part: pending ?? '–', part2: printer ?? '–' })}</p>
      {!revokedAt && (
        <Button small look="danger" of={name} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      )}
    </li>
  );
}
