/** The command `gatehouse demo`: creates an open event with attendees, gates and a supervisor. */
import { type ServerCommand, UsageError } from './command.ts';
import { createDemo } from './demo/create-demo.ts';

const attendeesMax = 1_000_000;

export const demo: ServerCommand = {
  name: 'demo',
  usage: '[--attendees N] [--tenant SLUG]',
  summary: 'Create an event whose doors are open now, with attendees and two gates (500 attendees by default).',
  positionals: [],
  options: { attendees: { type: 'string' }, tenant: { type: 'string' } },
  async run(assembly, given) {
    const attendees = Number(given.text('attendees') ?? 500);
    if (!Number.isInteger(attendees) || attendees < 1 || attendees > attendeesMax)
      throw new UsageError(`--attendees must be a whole number from 1 to ${attendeesMax}.`);
    const slug = given.text('tenant') ?? 'demo';
    const shown = process.stderr.isTTY
      ? (done: number) => process.stderr.write(`\r${done} of ${attendees} attendees`)
      : undefined;
    const made = await createDemo(assembly, { attendees, slug, ...(shown ? { onProgress: shown } : {}) });
    if (shown) process.stderr.write('\n');
    return {
      value: made,
      lines: [
        `Created event ${made.eventId} with ${made.registrations} registrations, gates ${made.gates.join(' and ')}.`,
        `Supervisor at the kiosks: ${made.supervisor.name}, PIN ${made.supervisor.pin}`,
        ...(made.apiKey ? [`API key: ${made.apiKey}`] : []),
        ...made.ticketPages.map((p) => `${p.url}  ${p.name} (${p.says})`),
      ],
    };
  },
};
