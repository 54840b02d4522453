/** The frame of each page of the settings: what it is, what can be added, what came of the last thing done. */
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api.ts';
import { Problem } from '../../problem.tsx';
import type { SectionProps } from '../section.ts';
import { standing } from '../who.ts';
import type { Acting } from './use-act.ts';

export interface SettingsPageProps extends Pick<SectionProps, 'who' | 'mayWrite'> {
  readonly title: string;
  readonly intro: ReactNode;
  readonly acting?: Acting;
  readonly error: ApiError | null;
  readonly add?: { readonly label: string; readonly isOpen: boolean; readonly onOpen: () => void };
  readonly children: ReactNode;
}

export function SettingsPage({ title, intro, acting, error, add, who, mayWrite, children }: SettingsPageProps) {
  return (
    <>
      <div className="head">
        <h1>{title}</h1>
        {add && mayWrite && (
          <button type="button" disabled={add.isOpen} onClick={add.onOpen}>
            {add.label}
          </button>
        )}
      </div>
      <p className="intro">{intro}</p>
      {!mayWrite && (
        <p className="intro">
          View only: {standing(who)} does not have the scope <code>admin:write</code>. An owner can give you a different
          role.
        </p>
      )}
      {acting && (
        <p role="status" className="notice">
          {acting.notice}
        </p>
      )}
      <Problem error={acting?.problem ?? error} />
      {children}
    </>
  );
}
