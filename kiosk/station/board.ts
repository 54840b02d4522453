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
  /** Name of the room, ticket type, supervisor or event that it is about; null: a verdict, or not known here. */
  readonly about: string | null;
  /** Name of the person; null: no one is named, or not known here. */
  readonly name: string | null;
  readonly kioskName: string | null;
  /** ISO 8601. */
  readonly happenedAt: string;
  readonly capacity: number | null;
  /** Number of people too many. */
  readonly excess: number;
}

export interface BoardPicture {
  /** The server's latest, `at` says when; null: none has come since this kiosk started. */
  readonly board: Board | null;
  /** The server answered the last time it was asked for the board, and can be reached. */
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
  /** @returns false: the server refused, or gave no answer, after which it may have acknowledged the report all the same */
  acknowledgeReport(reportId: string): Promise<boolean>;
}
