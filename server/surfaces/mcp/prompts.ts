/** Prompts for common tasks of organizers: a person picks one from a menu, and the agent carries it out with the tools. */
import type { GetPromptResult, Prompt } from '@modelcontextprotocol/server';
import type { Scene } from './scene.ts';

interface OrganizerPrompt {
  readonly prompt: Prompt;
  /** Names of actions; the prompt is offered where the caller may call all of them, and none is hidden by `read_only`. */
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
  {
    prompt: {
      name: 'plan_schedule',
      title: 'Plan a schedule',
      description: 'Makes tracks and sessions out of a program, without rooms and speakers taken twice.',
      arguments: [event, { name: 'program', description: 'Tracks, talks, speakers, rooms, wishes', required: true }],
    },
    needs: ['events.create_track', 'events.create_session', 'events.schedule'],
    text: ({ event: asked, program }) =>
      `Plan the schedule of the event ${quoted(asked)} from this program: ${quoted(program)}. Read the event for its hours and ` +
      'time zone, and events.schedule for what there is. Show me a plan by track and time, and ask me before you write. Then ' +
      'call "create_track" once for each track and "create_session" for each session. Read the schedule again: change what it ' +
      'lists as conflicts, and report what you could not place.',
  },
  {
    prompt: {
      name: 'introduce_people',
      title: 'Introduce people',
      description: 'Finds people who should meet, says why, and arranges a meeting once both agree.',
      arguments: [event, { name: 'person', description: 'Name, company or email address', required: true }],
    },
    needs: ['events.matches', 'events.accept_match', 'events.propose_meeting'],
    text: ({ event: asked, person }) =>
      `Introduce ${quoted(person)} to others at the event ${quoted(asked)}. Find the registration and ask me if several fit. ` +
      'Call "matches" for it; if there is no profile, ask me for its content and write it with "set_profile", and set the opt-in ' +
      'only if the person wants it. Show me the best three with their reasons. Accept a match for a person only when I say that this ' +
      'person agrees; it is mutual when both do. Then offer "propose_meeting", and report its time and table.',
  },
  {
    prompt: {
      name: 'run_prize_draw',
      title: 'Run a prize draw',
      description: 'Announces, freezes and draws so that anyone can check the result.',
      arguments: [event, { name: 'prize', description: 'What is drawn, and how many', required: true }],
    },
    needs: ['events.create_draw', 'events.open_draw', 'events.freeze_draw', 'events.run_draw'],
    text: ({ event: asked, prize }) =>
      `Run a prize draw for ${quoted(prize)} at the event ${quoted(asked)}. Call "badges" to see which badges enter draws and how ` +
      'many people hold them. Announce it with "create_draw", give me its commitment and page to publish, and open it. Ask me before ' +
      '"freeze_draw", because no one enters after it, and again before "run_draw", because it cannot be repeated. Report the ' +
      'winners, until when they can claim, and the page on which anyone can check the draw.',
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
