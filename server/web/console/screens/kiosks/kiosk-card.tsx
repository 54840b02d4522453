/** One kiosk: where it stands, whether it is connected, how much it has not sent. */

import { Button } from '../../../parts/button.tsx';
import { ago } from '../../../parts/event-time.ts';
import { StatePill, type Tone } from '../../../parts/state-pill.tsx';
import { named, t, tx } from '../../../parts/text/text.ts';
import { type Kiosk, printerText } from './kiosk.ts';

const tones: Readonly<Record<'online' | 'offline' | 'revoked', Tone>> = {
  online: 'success',
  offline: 'warn',
  revoked: 'danger',
};

export interface KioskCardProps {
  readonly kiosk: Kiosk;
  /** Null: the kiosk stands at none. */
  readonly gateName: string | null;
  /** Name of the box that reports for the kiosk; null: the kiosk reports itself. */
  readonly boxName: string | null;
  readonly onRevoke: () => void;
}

/** Roles whose cards show neither a printer nor scans of tickets. */
const withoutGate: readonly string[] = ['box', 'exhibitor'];

export function KioskCard({ kiosk, gateName, boxName, onRevoke }: KioskCardProps) {
  const { name, pending, presence, printer, revokedAt, role } = kiosk;
  const seenAt = boxName === null ? kiosk.lastSeenAt : kiosk.viaBoxAt;
  const state = revokedAt ? 'revoked' : (presence ?? 'offline');
  return (
    <li className="card kiosk">
      <h2>{name}</h2>
      <p>{[gateName, named(role)].filter(Boolean).join(' · ')}</p>
      <p>
        <StatePill tone={tones[state]}>{named(state)}</StatePill>{' '}
        <span>{seenAt ? t('last_seen', { ago: ago(seenAt) }) : t('never_seen')}</span>
        {boxName !== null && <span> · {t('via_box', { name: boxName })}</span>}
      </p>
      <p>
        {withoutGate.includes(role)
          ? t('rows_that_wait_to_go_up', { count: pending ?? '–' })
          : tx('unsent_scans_printer', { part: pending ?? '–', part2: printer === null ? '–' : printerText(printer) })}
      </p>
      {!revokedAt && (
        <Button small look="danger" of={name} onClick={onRevoke}>
          {t('revoke')}
        </Button>
      )}
    </li>
  );
}
