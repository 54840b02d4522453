/**
 * A sheet over the page: one heading, one way out, the page under it inert but for what is said aloud. Scanning goes on
 * meanwhile. No modal dialog: that would silence the verdict too (page-under-panel.tsx).
 */
import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { useWords } from '../words/use-words.tsx';
import { CloseIcon } from './icons.tsx';
import { coverPage } from './page-under-panel.tsx';

export interface PanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Panel({ title, onClose, children }: PanelProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const { common } = useWords();

  useEffect(() => {
    const opener = document.activeElement;
    const shown = dialog.current;
    const uncover = coverPage();
    shown?.show();
    return () => {
      shown?.close();
      uncover();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onClose]);

  return (
    <>
      <div className="panel-shade" />
      <dialog ref={dialog} className="panel" aria-labelledby={titleId}>
        <header className="panel-head">
          <h2 id={titleId}>{title}</h2>
          <button type="button" className="button quiet icon-only" onClick={onClose}>
            <CloseIcon />
            <span className="only-read">{common.close}</span>
          </button>
        </header>
        <section className="panel-body" tabIndex={0} aria-labelledby={titleId}>
          {children}
        </section>
      </dialog>
    </>
  );
}

export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="panel-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

export interface Row {
  readonly label: string;
  readonly value: ReactNode;
}

export function Rows({ rows }: { readonly rows: readonly Row[] }): ReactElement {
  return (
    <dl className="rows">
      {rows.map(({ label, value }) => (
        <div key={label} className="row">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
