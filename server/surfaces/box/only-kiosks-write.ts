/**
 * Limits what a box takes to rows and reports of its kiosks. All else is read here and changed upstream, or it would be lost:
 * nothing but what a kiosk signed goes up.
 */
import type { Operation, Outcome } from '../../core/collections/operation.ts';
import type { Caller, Platform, Registry } from '../../core/platform.ts';
import type { Actor } from '../../core/policy/actor.ts';

const reading: ReadonlySet<Operation['verb']> = new Set(['list', 'get', 'versions']);

function isRead(operation: Operation, registry: Registry): boolean {
  if (operation.verb === 'act') return registry.actions.get(operation.action)?.reads === true;
  return reading.has(operation.verb);
}

/** @param upstream address of the server upstream, which the refusal names */
export function onlyKiosksWrite(platform: Platform, upstream: string): Platform {
  const refused: Outcome = {
    kind: 'refused',
    errors: [
      {
        code: 'upstream_only',
        message: `This server is a box for the venue, which only reads. Do this at ${upstream}.`,
      },
    ],
  };
  const limited = (caller: Caller): Caller =>
    caller.actor.kind === 'kiosk'
      ? caller
      : { ...caller, run: async (asked) => (isRead(asked, caller.registry) ? caller.run(asked) : refused) };
  const as: Platform['as'] = async (actor, tenant) => limited(await platform.as(actor, tenant));
  return {
    ...platform,
    as,
    run: async (actor: Actor, operation: Operation) => (await as(actor)).run(operation),
  };
}
