/** The page of a paired kiosk: the staff's, or the guests' own where the organizer has given it that role. */
import type { ReactElement } from 'react';
import { OpenKiosk, type OpenKioskProps } from './open-kiosk.tsx';
import { SelfService } from './self-service/self-service.tsx';
import { useStayAwake } from './stay-awake.ts';
import { useStateOf } from './use-observed.ts';

export function PairedKiosk(props: OpenKioskProps): ReactElement {
  const { role } = useStateOf(props.station);
  useStayAwake();
  return role === 'self-service' ? <SelfService {...props} /> : <OpenKiosk {...props} />;
}
