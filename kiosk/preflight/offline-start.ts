/** The states of a kiosk's ability to start without a server, for screens and checks. Types only. */
export type OfflineStart =
  /** The desktop form: its files are on the machine. */
  | 'installed'
  /** A whole version of the page is on this browser's disk. */
  | 'ready'
  /** Ready, and a newer version is on the disk: it starts as soon as all windows are idle. */
  | 'update_waiting'
  /** Not on the disk yet, or the last try failed: it is tried again. */
  | 'preparing'
  /** This browser does not keep pages, or not for this address: it needs https or localhost. */
  | 'unsupported';
