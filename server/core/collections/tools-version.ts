/**
 * Says in a few characters which tools there are for an actor: what the tenant has, and what the actor may do of it. The
 * same on every server of one release, so that a page that changes servers asks for no list that it has.
 */
import { hash } from 'node:crypto';
import type { Registry } from '../platform.ts';
import type { Actor } from '../policy/actor.ts';

/** A registry is immutable: each change makes a new one. */
const grounds = new WeakMap<Registry, string>();

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

function groundOf(registry: Registry): string {
  const known = grounds.get(registry);
  if (known !== undefined) return known;
  const made = shortHash(JSON.stringify([[...registry.collections.values()], [...registry.actions.values()]]));
  grounds.set(registry, made);
  return made;
}

/** @returns a text of 22 characters: it may differ where the tools are the same, and is never the same where they differ */
export function toolsVersion(registry: Registry, { kind, roles, scopes }: Actor): string {
  return shortHash(JSON.stringify([groundOf(registry), kind, [...roles].sort(), [...scopes].sort()]));
}
