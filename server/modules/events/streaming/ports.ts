/** The ports that streams need from outside. */
export interface StreamingPorts {
  /** The address that encoders broadcast to; null: no streaming process is set up. */
  readonly ingestUrl: (sandbox: boolean) => string | null;
  /** Shared with the streaming process: signs its messages and encrypts their answers. Null: there is none. */
  readonly secret: string | null;
  /** Targets may have private addresses: for tests and closed networks. */
  readonly allowPrivate: boolean;
  /** A playlist or segment of a stream, or of a further quality (`ID/quality`); null: there is none of this name. */
  readonly readFile: (place: string, name: string) => Promise<Uint8Array | null>;
  /** Looks at a playlist. @returns a function that waits until the playlist is written again, but at most a second */
  readonly watchPlaylist: (place: string) => Promise<() => Promise<void>>;
}

export const noStreaming: StreamingPorts = {
  ingestUrl: () => null,
  secret: null,
  allowPrivate: false,
  readFile: async () => null,
  watchPlaylist: async () => async () => undefined,
};
