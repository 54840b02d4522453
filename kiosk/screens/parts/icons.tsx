/** The kiosk's drawings. All are decoration beside words, so screen readers skip them. */
import type { ReactElement, ReactNode } from 'react';

function Icon({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

export function OnlineIcon(): ReactElement {
  return (
    <Icon>
      <path d="M2.5 9a14 14 0 0 1 19 0M6 12.8a9 9 0 0 1 12 0M9.3 16.4a4.2 4.2 0 0 1 5.4 0" />
      <circle cx="12" cy="19.6" r="0.9" fill="currentColor" />
    </Icon>
  );
}

export function OfflineIcon(): ReactElement {
  return (
    <Icon>
      <path d="M2.5 9a14 14 0 0 1 5-3.1M12 5a14 14 0 0 1 9.500 4M6 12.8a9 9 0 0 1 4.200-2.300M9.300 16.400a4.200 4.200 0 0 1 5.400 0M3 3l18 18" />
      <circle cx="12" cy="19.6" r="0.9" fill="currentColor" />
    </Icon>
  );
}

export function WaitIcon(): ReactElement {
  return (
    <Icon>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 7v5l3.500 2" />
    </Icon>
  );
}

export function UploadIcon(): ReactElement {
  return (
    <Icon>
      <path d="M12 16V4m0 0L7 9m5-5 5 5M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3" />
    </Icon>
  );
}

export function PrinterIcon(): ReactElement {
  return (
    <Icon>
      <path d="M7 8V3h10v5M7 17H5a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2" />
      <path d="M7 14h10v7H7z" />
    </Icon>
  );
}

export function ConflictIcon(): ReactElement {
  return (
    <Icon>
      <circle cx="8" cy="8" r="3.2" />
      <path d="M2.500 20a5.500 5.500 0 0 1 11 0M16 5.200a3.200 3.200 0 0 1 0 5.900M17.500 14.800a5.500 5.500 0 0 1 4 5.200" />
    </Icon>
  );
}

export function ParkedIcon(): ReactElement {
  return (
    <Icon>
      <path d="M3 13h5l1.500 3h5L16 13h5M5.500 5h13L21 13v5a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-5z" />
    </Icon>
  );
}

export function SettingsIcon(): ReactElement {
  return (
    <Icon>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2.200" />
      <circle cx="9" cy="17" r="2.200" />
    </Icon>
  );
}

export function SearchIcon(): ReactElement {
  return (
    <Icon>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5.5 5.5" />
    </Icon>
  );
}

export function PersonPlusIcon(): ReactElement {
  return (
    <Icon>
      <circle cx="9" cy="8" r="3.600" />
      <path d="M2.500 20a6.500 6.500 0 0 1 13 0M18.500 8v6M15.500 11h6" />
    </Icon>
  );
}

export function RecentIcon(): ReactElement {
  return (
    <Icon>
      <path d="M4 12a8 8 0 1 0 2.500-5.800L4 8.500M4 4v4.500h4.500M12 8v4.500l3 1.800" />
    </Icon>
  );
}

export function KeyboardIcon(): ReactElement {
  return (
    <Icon>
      <rect x="2.500" y="6" width="19" height="12" rx="2" />
      <path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M7 14h10" />
    </Icon>
  );
}

/** An arrow through the entrance. Mirrored where one reads from the right (page.css). */
export function EntryIcon(): ReactElement {
  return (
    <Icon>
      <path
        className="turns"
        d="M14 4h5a1.500 1.500 0 0 1 1.500 1.500v13A1.500 1.500 0 0 1 19 20h-5M3 12h11m-4-4.500 4.500 4.500-4.500 4.500"
      />
    </Icon>
  );
}

/** An arrow out of the entrance. */
export function ExitIcon(): ReactElement {
  return (
    <Icon>
      <path
        className="turns"
        d="M10 4H5a1.500 1.500 0 0 0-1.500 1.500v13A1.500 1.500 0 0 0 5 20h5M10 12h11m-4-4.500 4.500 4.500-4.500 4.500"
      />
    </Icon>
  );
}

export function NoteIcon(): ReactElement {
  return (
    <Icon>
      <path d="M12 3.500 22 20.500H2zM12 10v5M12 17.800v.1" />
    </Icon>
  );
}

export function CloseIcon(): ReactElement {
  return (
    <Icon>
      <path d="M5 5l14 14M19 5 5 19" />
    </Icon>
  );
}

/** The mark of the product: a gate with its bar open. */
export function Mark(): ReactElement {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="currentColor" />
      <path
        className="mark-line"
        d="M9 25V14a7 7 0 0 1 14 0v11M9 25h4M19 25h4M16 13v6"
        fill="none"
        strokeWidth="2.800"
        strokeLinecap="round"
      />
    </svg>
  );
}

export function ScanIcon(): ReactElement {
  return (
    <Icon>
      <path d="M4 8V6a2 2 0 0 1 2-2h2M16 4h2a2 2 0 0 1 2 2v2M20 16v2a2 2 0 0 1-2 2h-2M8 20H6a2 2 0 0 1-2-2v-2M4 12h16" />
    </Icon>
  );
}

/** The frame into which a ticket is held. */
export function ScanFrame(): ReactElement {
  return (
    <svg className="scan-frame" viewBox="0 0 120 120" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        <path d="M6 32V16A10 10 0 0 1 16 6h16M88 6h16a10 10 0 0 1 10 10v16M114 88v16a10 10 0 0 1-10 10H88M32 114H16a10 10 0 0 1-10-10V88" />
      </g>
      <g fill="currentColor">
        <path
          fillRule="evenodd"
          d="M28 28h24v24H28zm7 7v10h10V35zM68 28h24v24H68zm7 7v10h10V35zM28 68h24v24H28zm7 7v10h10V75z"
        />
        <path d="M68 68h9v9h-9zM83 68h9v9h-9zM76 77h8v8h-8zM68 84h8v8h-8zM84 84h8v8h-8z" />
      </g>
      <path className="scan-line" d="M20 60h80" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
