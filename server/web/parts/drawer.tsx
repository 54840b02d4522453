/**
 * One record beside its list: from 1250 px it stands next to the list, below that it fills the screen. Escape closes it,
 * and the focus returns to what opened it.
 */

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { tx } from './text/text.ts';

const besideFrom = '(min-width: 1250px)';

export interface DrawerProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** Leads to the address of the list, which asks before unsaved changes are lost. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Drawer({ title, intro, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const opener = document.activeElement;
    const width = matchMedia(besideFrom);
    const show = () => {
      element.close();
      if (width.matches) element.show();
      else element.showModal();
      heading.current?.focus({ preventScroll: width.matches });
    };
    show();
    width.addEventListener('change', show);
    return () => {
      width.removeEventListener('change', show);
      element.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {intro && <p className="intro">{intro}</p>}
        </div>
        <button type="button" className="btn quiet small" onClick={onClose}>
          {tx('close', { span: <span className="visually-hidden"> {title}</span> })}
        </button>
      </header>
      <div className="drawer-body">{children}</div>
    </dialog>
  );
}
