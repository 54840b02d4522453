/** pretix's JSON export, as rows: one for each position. A position that is an add-on names another in `Add-on to`. */
import { readFile } from 'node:fs/promises';
import { isObject, type Values } from '#shared/base/json.ts';
import { tooManyRows } from './read-csv.ts';
import { cellText, rowsMax, type Table, TableProblem, type TableRow } from './table.ts';

const jsonBytesMax = 60 * 1024 * 1024;

const fixed = [
  'Order code',
  'Position ID',
  'Status',
  'Email',
  'Product',
  'Variation',
  'Price',
  'Currency',
  'Attendee name',
  'Attendee email',
  'Company',
  'Ticket secret',
  'Add-on to',
] as const;

const listOf = (value: unknown): readonly Values[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A name in one language, or of several the English one, else the first. */
function nameText(value: unknown): string {
  if (!isObject(value)) return cellText(value);
  return cellText(value['en'] ?? Object.values(value)[0]);
}

/** @param size of the file in bytes. @throws TableProblem */
export async function readPretixJson(path: string, size: number): Promise<Table> {
  if (size > jsonBytesMax)
    throw new TableProblem('file_too_large', 'A JSON file must have at most 60 MB. Export positions as XLSX or CSV.');
  const event = eventOf(await readFile(path, 'utf8'));
  const names = new Map(listOf(event['items']).map((item) => [item['id'], item]));
  const questions = listOf(event['questions']);
  const asked = questions.map(({ question }) => nameText(question));
  return {
    format: 'json',
    notes: [],
    headers: [...fixed, ...asked],
    rows: rowsOf(event, names, questions),
  };
}

function eventOf(text: string): Values {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new TableProblem('file_invalid', 'The file is not valid JSON. Export it again.');
  }
  const event = isObject(read) ? read['event'] : null;
  if (isObject(event) && Array.isArray(event['orders'])) return event;
  throw new TableProblem('file_invalid', 'The JSON is not an export of pretix: it has no `event.orders`.');
}

async function* rowsOf(
  event: Values,
  items: ReadonlyMap<unknown, Values>,
  questions: readonly Values[],
): AsyncIterable<TableRow> {
  let row = 1;
  for (const order of listOf(event['orders'])) {
    for (const [n, position] of listOf(order['positions']).entries()) {
      row += 1;
      if (row - 1 > rowsMax) throw tooManyRows();
      yield { row, cells: cellsOf({ event, order, position, n }, items, questions) };
    }
  }
}

interface Placed {
  readonly event: Values;
  readonly order: Values;
  readonly position: Values;
  readonly n: number;
}

function cellsOf(
  { event, order, position, n }: Placed,
  items: ReadonlyMap<unknown, Values>,
  questions: readonly Values[],
): readonly string[] {
  const item = items.get(position['item']);
  const variation = listOf(item?.['variations']).find(({ id }) => id === position['variation']);
  const address = isObject(order['invoice_address']) ? order['invoice_address'] : {};
  const answers = listOf(position['answers']);
  return [
    order['code'],
    position['positionid'] ?? n + 1,
    order['status'],
    order['user'] ?? order['email'],
    nameText(item?.['name']),
    nameText(variation?.['value'] ?? variation?.['name']),
    position['price'],
    event['currency'],
    position['attendee_name'],
    position['attendee_email'],
    position['company'] ?? address['company'],
    position['secret'],
    position['addon_to'],
    ...questions.map(({ id }) => answers.find(({ question }) => question === id)?.['answer']),
  ].map(cellText);
}
