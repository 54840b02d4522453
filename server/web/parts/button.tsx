/** A button. One on a page is `primary`; what destroys something is `danger`. */
import type { ComponentProps } from 'react';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly look?: 'primary' | 'quiet' | 'danger';
  readonly small?: boolean;
  /** Subject of the button for screen readers, which read it after the label. */
  readonly of?: string;
}

export function Button({ look, small, of, type = 'button', children, ...rest }: ButtonProps) {
  // A name of its own, not hidden text: a search on the page for what it is about finds that alone.
  const name = of !== undefined && typeof children === 'string' ? { 'aria-label': `${children} ${of}` } : {};
  return (
    <button type={type} className={['btn', look, small && 'small'].filter(Boolean).join(' ')} {...name} {...rest}>
      {children}
    </button>
  );
}
