/** The props of every view of orders and money. */
import type { EventPageProps } from '../../shell/event-page.ts';

export interface OrderViewProps extends EventPageProps {
  readonly mayWrite: boolean;
}
