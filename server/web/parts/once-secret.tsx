/** A secret that is shown once: it stays until the person confirms that it is saved. */

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { guardLeaving } from './form/guard-leaving.ts';
import { t } from './text/text.ts';
import { ValueRow } from './value-row.tsx';

export interface OnceSecretProps {
  readonly title: string;
  /** Values with their labels; the first is the secret. */
  readonly values: readonly { readonly label: string; readonly value: string }[];
  readonly children?: ReactNode;
  readonly onKept: () => void;
}

export function OnceSecret({ title, values, children, onKept }: OnceSecretProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const secret = values[0]?.label ?? '';
  useEffect(() => guardLeaving(t('will_not_be_shown_again_leave', { secret })), [secret]);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card once" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{t('keep_it_where_only_those_who')}</p>
      <dl>
        {values.map((one) => (
          <ValueRow key={one.label} {...one} />
        ))}
      </dl>
      {children}
      <Button onClick={onKept}>{t('i_have_saved_it')}</Button>
    </section>
  );
}
