/**
 * The actions of the events module that the station may call on the server, when there is one. A scan never waits for
 * them.
 */
export type ServerActionAnswer =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** It is not known whether it was done. */
  | { readonly kind: 'unreachable' }
  /** The server has locked this kiosk and did nothing. */
  | { readonly kind: 'locked' };

export interface ServerActions {
  online(): boolean;
  act(
    action: 'lease_admissions' | 'acknowledge_conflicts' | 'acknowledge_reports' | 'kiosk_board' | 'unlock_settings',
    input: unknown,
  ): Promise<ServerActionAnswer>;
}
