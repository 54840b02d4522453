/** The props of every page of the settings. */
import type { Who } from '../../data/current-actor.ts';
import type { AdminScope } from '../../data/may.ts';

export interface SectionProps {
  readonly who: Who;
  readonly mayWrite: boolean;
  /** Id of the record that the address names; null: none. */
  readonly id: string | null;
}

export interface Section {
  readonly label: string;
  /** Scope without which the page cannot be read; null: everyone can read it. */
  readonly needs: AdminScope | null;
  readonly Page: (props: SectionProps) => React.ReactNode;
}
