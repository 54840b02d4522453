/** Prompts for common tasks of organizers: a person picks one from a menu, and the agent carries it out with the tools. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import type { Scene } from './scene.ts';

interface OrganizerPrompt {
  readonly prompt: Prompt;
  /** Actions; the prompt is offered where the caller may call all of them. */
  readonly needs: readonly string[];
  readonly text: (given: Readonly<Record<string, string>>) => string;
}

const argumentLengthMax = 2_000;

const event = { name: 'event', description: 'Name or id of the event', required: true };

export const organizerPrompts: readonly OrganizerPrompt[] = [
  {
    prompt: {
      name: 'set_up_event',
      title: 'Set up an event',
      description: 'Creates an event with tickets and a gate, and publishes it.',
      arguments: [
        { name: 'name', description: 'Name of the event', required: true },
        { name: 'when', description: 'Beginning and end, with the time zone', required: true },
        { name: 'tickets', description: 'Kinds of tickets with price and number' },
      ],
    },
    needs: ['events.create', 'events.publish'],
    text: ({ name, tickets, when }) =>
      `Set up the event ${quoted(name)}, ${quoted(when)}. Tickets: ${quoted(tickets ?? 'one free kind, unlimited')}. ` +
      'First call the tool events with action "describe" and resource "create", then action "create" with the data. ' +
      'Add a gate (resource "gates"). Show me what you made and ask me before you call "publish".',
  },
  {
    prompt: {
      name: 'register_guest',
      title: 'Register a guest',
      description: 'Registers a person for an event.',
      arguments: [event, { name: 'guest', description: 'Name and email address', required: true }],
    },
    needs: ['events.register'],
    text: ({ event: asked, guest }) =>
      `Register ${quoted(guest)} for the event ${quoted(asked)}. Find the event and its ticket types, use the one that ` +
      'fits, and ask me if several do. Then call the action "register" and report the state of the registration.',
  },
  {
    prompt: {
      name: 'check_in_guest',
      title: 'Check a guest in',
      description: 'Finds a registration and checks it in.',
      arguments: [event, { name: 'guest', description: 'Name, company or email address', required: true }],
    },
    needs: ['events.checkin', 'events.registration'],
    text: ({ event: asked, guest }) =>
      `Check ${quoted(guest)} in at the event ${quoted(asked)}. Find the registration (search, or a filter on the ` +
      'attendee); where several fit, ask me which. Read its ticket with events_registration and give its code to ' +
      'events_checkin. Report the verdict, and what to do if it is a refusal.',
  },
  {
    prompt: {
      name: 'event_report',
      title: 'Report on an event',
      description: 'Sums up registrations, check-ins and what needs a decision.',
      arguments: [event],
    },
    needs: ['events.checkin_stats'],
    text: ({ event: asked }) =>
      `Report on the event ${quoted(asked)}: registrations by state and ticket type, how many have come and when, open ` +
      'conflicts (resource "checkin_conflicts"), badges that did not print (resource "print_jobs"). Use events_checkin_stats ' +
      'and lists with count "exact" and limit 1. Short, with what needs me first.',
  },
];

/** Quotes an argument as data, so that its text is no instruction. */
function quoted(text: string | undefined): string {
  return JSON.stringify((text ?? '').slice(0, argumentLengthMax));
}

function isOffered({ caller, rights, wishes }: Scene, { needs }: OrganizerPrompt): boolean {
  return needs.every((name) => {
    const action = caller.registry.actions.get(name);
    return action !== undefined && rights.act(action) && (action.reads === true || !wishes.readOnly);
  });
}

export function listPrompts(scene: Scene): readonly Prompt[] {
  return organizerPrompts.filter((one) => isOffered(scene, one)).map(({ prompt }) => prompt);
}

/** @returns null: there is no such prompt here; a text: what is missing */
export function getPrompt(
  scene: Scene,
  name: string,
  given: Readonly<Record<string, string>>,
): GetPromptResult | string | null {
  const found = organizerPrompts.find((one) => one.prompt.name === name && isOffered(scene, one));
  if (!found) return null;
  const missing = found.prompt.arguments?.find(({ name: asked, required }) => required && !given[asked]);
  if (missing) return `The argument ${missing.name} is required.`;
  const { description = '' } = found.prompt;
  return { description, messages: [{ role: 'user', content: { type: 'text', text: found.text(given) } }] };
}
