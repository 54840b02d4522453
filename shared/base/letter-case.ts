/** Names in another case. */

/** `events` → `Events`. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** `time_entries` → `timeEntries`; `events.checkin` → `eventsCheckin`. */
export function camel(name: string): string {
  const [first = '', ...rest] = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return first.toLowerCase() + rest.map(capital).join('');
}
