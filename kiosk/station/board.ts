/**
 * The interface of the supervisors' board, which shows all gates on a kiosk: the server's board while the server can be
 * reached, and beside it what this kiosk holds itself. For screens; types only. Implemented by `open-board.ts`.
 */
import type { Board } from '#shared/sync/board.ts';

export interface ListCount {
  readonly id: string;
  readonly name: string;
  readonly checkedIn: number;
}

/** An incident at the gates that no person has reviewed. */
export interface ReportNotice {
  readonly id: string;
  readonly kind:
    | 'over_capacity'
    | 'walk_in_over_capacity'
    | 'walk_in_not_allowed'
    | 'walk_in_refused'
    | 'approval_refused'
    | 'admitted_against_rules';
  /** The name of a room or a ticket type; null: it is not known here. */
  readonly about: string | null;
  readonly name: string | null;
  readonly kioskName: string | null;
  readonly happenedAt: string;
  readonly capacity: number | null;
  readonly excess: number;
}

export interface BoardPicture {
  /** The server's latest, `at` says when; null: none has come since this kiosk started. */
  readonly board: Board | null;
  /** The server answered the last time it was asked. */
  readonly online: boolean;
  /** The board was opened a moment ago, and nothing has come of its first question yet. */
  readonly asking: boolean;
  /** Counts of the lists as known here, over all kiosks. */
  readonly lists: readonly ListCount[];
  /** Newest first. */
  readonly reports: readonly ReportNotice[];
}

export interface BoardFace {
  state(): BoardPicture;
  subscribe(listener: () => void): () => void;
  /** The board is open: kept fresh until the returned function is called. Nothing at a kiosk without staff. */
  watch(): () => void;
  /** @returns false where the server could not be reached; then nothing has changed */
  acknowledgeReport(reportId: string): Promise<boolean>;
}
