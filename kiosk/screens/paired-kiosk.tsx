/** The page of a paired kiosk: the staff's, or the guests' own where the organizer has given it that role. */
import type { ReactElement } from 'react';
import { DoorScreen, type OpenKioskProps } from './door/door-screen.tsx';
import { useStayAwake } from './parts/stay-awake.ts';
import { useStateOf } from './parts/use-observed.ts';
import { SelfService } from './self-service/self-service.tsx';

export function PairedKiosk(props: OpenKioskProps): ReactElement {
  const { role } = useStateOf(props.station);
  useStayAwake();
  return role === 'self-service' ? <SelfService {...props} /> : <DoorScreen {...props} />;
}
