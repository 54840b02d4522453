/** The outcome of saving a badge. */
import type { BadgeLayout } from '#shared/badge/layout.ts';

/** `theirs`: not saved, because someone else saved this badge meanwhile; the next save replaces theirs. */
export type SaveAnswer = 'saved' | 'failed' | { readonly theirs: BadgeLayout };
