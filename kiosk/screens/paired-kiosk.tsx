/** Shows the page for the role of a paired kiosk: the gate page of the staff, self-service, or an exhibitor's lead scanner. */
import type { ReactElement } from 'react';
import { DoorScreen } from './door/door-screen.tsx';
import type { OpenKiosk } from './kiosk-phase.ts';
import { LeadsScreen } from './leads/leads-screen.tsx';
import type { KioskModel } from './model/kiosk-model.ts';
import { useStayAwake } from './parts/stay-awake.ts';
import { useStateOf } from './parts/use-observed.ts';
import { SelfService } from './self-service/self-service.tsx';

export function PairedKiosk({ model, kiosk }: { readonly model: KioskModel; readonly kiosk: OpenKiosk }): ReactElement {
  const { door, selfService, leads, leadsView, ...parts } = kiosk;
  const { role } = useStateOf(parts.station);
  useStayAwake();
  if (role === 'exhibitor') return <LeadsScreen model={model} {...parts} leads={leads} view={leadsView} />;
  return role === 'self-service' ? (
    <SelfService model={model} {...parts} visits={selfService} />
  ) : (
    <DoorScreen model={model} {...parts} door={door} />
  );
}
