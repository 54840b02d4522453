/** The page of a paired kiosk: the staff's, or the guests' own where the organizer has given it that role. */
import type { ReactElement } from 'react';
import { DoorScreen } from './door/door-screen.tsx';
import type { OpenKiosk } from './kiosk-phase.ts';
import type { KioskModel } from './model/kiosk-model.ts';
import { useStayAwake } from './parts/stay-awake.ts';
import { useStateOf } from './parts/use-observed.ts';
import { SelfService } from './self-service/self-service.tsx';

export function PairedKiosk({ model, kiosk }: { readonly model: KioskModel; readonly kiosk: OpenKiosk }): ReactElement {
  const { door, selfService, ...parts } = kiosk;
  const { role } = useStateOf(parts.station);
  useStayAwake();
  return role === 'self-service' ? (
    <SelfService model={model} {...parts} visits={selfService} />
  ) : (
    <DoorScreen model={model} {...parts} door={door} />
  );
}
