/** What the station may ask of the server, when there is one: actions of the events module. Never waited for by a scan. */
export type ServerActionAnswer =
  | { readonly kind: 'ok'; readonly body: unknown }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  /** It is not known whether it was done. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'locked' };

export interface ServerActions {
  online(): boolean;
  act(
    action: 'lease_admissions' | 'acknowledge_conflicts' | 'acknowledge_reports' | 'kiosk_board' | 'unlock_settings',
    input: unknown,
  ): Promise<ServerActionAnswer>;
}
