/** A button. One on a page is `primary`; what destroys something is `danger`. */
import type { ComponentProps } from 'react';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: 'primary' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** What it is about, for those who do not see where it stands: read aloud after the label. */
  readonly of?: string;
}

export function Button({ look, small, of, type = 'button', children, ...rest }: ButtonProps) {
  return (
    <button type={type} className={['btn', look, small && 'small'].filter(Boolean).join(' ')} {...rest}>
      {children}
      {of !== undefined && <span className="visually-hidden"> {of}</span>}
    </button>
  );
}
