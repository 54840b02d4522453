/** The port by which deliveries leave: one POST, and every way it can end. outbound/post.ts implements it. */
export type PostProblem =
  | 'timeout'
  | 'address_refused'
  | 'name_unknown'
  | 'connection_refused'
  | 'connection_broken'
  | 'tls_failed'
  | 'answer_invalid'
  | 'stopped';

export interface Answered {
  /** Null: no answer came, or none that can be read. */
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  /** Body as far as it was read; what is packed or no text is described, not shown. */
  readonly body: string;
  /** It was longer than is read, or did not end in time. */
  readonly cut: boolean;
  /** Set where there is no status. */
  readonly problem: PostProblem | null;
  readonly durationMs: number;
}

export interface Poster {
  post(url: URL, headers: Readonly<Record<string, string>>, body: string, signal: AbortSignal): Promise<Answered>;
  close(): void;
}
