/**
 * The schedule as a small file beside the tenants'. Everything is synchronous, so that a commit can activate its tenant
 * just before it becomes durable. The file may be deleted while no process has it open: all tenants are due once then.
 */
import {
  Activations,
  clockSkewMs,
  cursorName,
  type DueTenant,
  neverMs,
  type Rest,
  type Schedule,
} from '../schedule.ts';
import { Connection } from './connection.ts';

/** No tenant's file: their names end in `.db`. */
export const scheduleFile = 'schedule.sqlite';

const table = `CREATE TABLE IF NOT EXISTS schedule (
  tenant TEXT PRIMARY KEY NOT NULL, turn INTEGER NOT NULL, due_at INTEGER NOT NULL, rested_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS schedule_due ON schedule (due_at);
CREATE INDEX IF NOT EXISTS schedule_rested ON schedule (rested_at);`;

const activateSql = `INSERT INTO schedule VALUES (?, 1, 0, 0)
  ON CONFLICT (tenant) DO UPDATE SET turn = turn + 1, due_at = 0, rested_at = 0`;
const dueSql = `SELECT tenant, turn, due_at FROM schedule WHERE due_at <= ? UNION
  SELECT tenant, turn, due_at FROM schedule WHERE rested_at > ? ORDER BY due_at, tenant`;
const restSql = `UPDATE schedule SET turn = turn + 1, due_at = ?, rested_at = ? WHERE tenant = ? AND turn = ? RETURNING turn`;
const saveCursorSql = `INSERT INTO schedule VALUES (?, ?, ${neverMs}, 0) ON CONFLICT (tenant) DO UPDATE SET turn = max(turn, excluded.turn)`;

export class SqliteSchedule implements Schedule {
  readonly #path: string;
  readonly #activations = new Activations();
  #opened: Connection | null = null;

  /** The file is made at its first use. */
  constructor(path: string) {
    this.#path = path;
  }

  get #connection(): Connection {
    if (this.#opened) return this.#opened;
    const connection = new Connection(this.#path, 'write');
    try {
      connection.exec(table);
    } catch (error) {
      connection.close();
      throw error;
    }
    this.#opened = connection;
    return connection;
  }

  /** Durable when it returns. */
  activateNow(tenant: string): void {
    this.#connection.run(activateSql, tenant);
    this.#activations.announce();
  }

  /** Activates an opened tenant that the schedule has at rest or not at all: its file says that it is not at rest. */
  expectActive(tenant: string): void {
    const [dueAt] = this.#connection.row('SELECT due_at FROM schedule WHERE tenant = ?', tenant) ?? [];
    if (dueAt !== 0) this.activateNow(tenant);
  }

  async activate(tenants: readonly string[]): Promise<void> {
    const connection = this.#connection;
    connection.exec('BEGIN IMMEDIATE');
    try {
      for (const tenant of tenants) connection.run(activateSql, tenant);
      connection.commit();
    } catch (error) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw error;
    }
    this.#activations.announce();
  }

  async due(nowMs: number): Promise<readonly DueTenant[]> {
    const rows = this.#connection.rows(dueSql, [nowMs, nowMs + clockSkewMs]);
    return rows.map(([tenant, turn, dueAtMs]) => ({
      tenant: String(tenant),
      turn: Number(turn),
      dueAtMs: Number(dueAtMs),
    }));
  }

  async rest(tenant: string, turn: number, { dueAtMs, nowMs }: Rest): Promise<boolean> {
    return this.#connection.row(restSql, dueAtMs ?? neverMs, nowMs, tenant, turn) !== undefined;
  }

  async forget(tenant: string): Promise<void> {
    this.#connection.run('DELETE FROM schedule WHERE tenant = ?', tenant);
  }

  async cursor(logId: string): Promise<number> {
    return Number(this.#connection.row('SELECT turn FROM schedule WHERE tenant = ?', cursorName(logId))?.[0] ?? 0);
  }

  async saveCursor(logId: string, seq: number): Promise<void> {
    this.#connection.run(saveCursorSql, cursorName(logId), seq);
  }

  onActivate(listener: () => void): () => void {
    return this.#activations.listen(listener);
  }

  close(): void {
    this.#opened?.close();
    this.#opened = null;
  }
}
