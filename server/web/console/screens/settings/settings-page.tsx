/** The frame of each page of the settings: what it is, what can be added, what came of the last thing done. */

import type { ReactNode } from 'react';
import type { GatehouseError } from '#shared/sdk/gatehouse-error.ts';
import { Button } from '../../../parts/button.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Notice } from '../../../parts/states.tsx';
import { tx } from '../../../parts/text/text.ts';
import type { Acting } from '../../../parts/use-act.ts';
import { standing } from '../../data/current-actor.ts';
import type { SectionProps } from './section.ts';

export interface SettingsPageProps extends Pick<SectionProps, 'who' | 'mayWrite'> {
  readonly title: string;
  readonly intro: ReactNode;
  readonly acting?: Acting;
  readonly error: GatehouseError | null;
  readonly add?: { readonly label: string; readonly isOpen: boolean; readonly onOpen: () => void };
  readonly children: ReactNode;
}

export function SettingsPage({ title, intro, acting, error, add, who, mayWrite, children }: SettingsPageProps) {
  return (
    <>
      <div className="head">
        <h1>{title}</h1>
        {add && mayWrite && (
          <Button look="primary" disabled={add.isOpen} onClick={add.onOpen}>
            {add.label}
          </Button>
        )}
      </div>
      <p className="intro">{intro}</p>
      {!mayWrite && (
        <p className="intro">
          {tx('view_only_does_not_have_the', { standing: standing(who), code: <code>admin:write</code> })}
        </p>
      )}
      {acting && <Notice>{acting.notice}</Notice>}
      <Problem error={acting?.problem ?? error} />
      {children}
    </>
  );
}
