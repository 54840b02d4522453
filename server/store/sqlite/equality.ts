import type { SQLInputValue } from 'node:sqlite';
import type { Condition, Query } from '#shared/query/query.ts';
import { encode } from './column.ts';
import { columnAt, placeOf, quoteName, type Table } from './table.ts';

function conditionSql(table: Table, condition: Condition, parameters: SQLInputValue[]): string {
  if (condition.kind === 'and')
    return condition.of.map((c) => `(${conditionSql(table, c, parameters)})`).join(' AND ') || '1';
  if (condition.kind !== 'field' || condition.op !== 'equals') throw new Error('equality only');
  parameters.push(encode(columnAt(table, placeOf(table, condition.path)), condition.value));
  return `${quoteName(condition.path)} IS ?`;
}
export function compileFind(table: Table, query: Query): { sql: string; parameters: SQLInputValue[] } {
  const parameters: SQLInputValue[] = [];
  let sql = `${table.select} WHERE ${query.where ? conditionSql(table, query.where, parameters) : '1'}`;
  if (query.after) {
    sql += ' AND id > ?';
    parameters.push(query.after[0] as string);
  }
  parameters.push(query.limit);
  return { sql: `${sql} ORDER BY id LIMIT ?`, parameters };
}
export function compileCount(table: Table, where?: Condition): { sql: string; parameters: SQLInputValue[] } {
  const parameters: SQLInputValue[] = [];
  return {
    sql: `SELECT count(*) FROM ${quoteName(table.name)} WHERE ${where ? conditionSql(table, where, parameters) : '1'}`,
    parameters,
  };
}
