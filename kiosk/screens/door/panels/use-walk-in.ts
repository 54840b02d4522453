/** The walk-in form at work: what is wrong with the entry, and the one registration that a submit makes. */
import { type FormEvent, useRef, useState } from 'react';
import type { WalkInChoice, WalkInResult } from '#kiosk/station/staff-act-results.ts';
import type { Station } from '#kiosk/station/station.ts';
import type { VerdictCode } from '#shared/admission/verdict.ts';
import type { WalkInProblem } from '#shared/admission/walk-in.ts';
import type { Present } from '../door-state.ts';
import { emptyWalkIn, entryOf, fieldOf, type WalkInDraft, type WalkInField } from './walk-in-draft.ts';

/** The person is registered, or will be with the answers to come. */
const done: ReadonlySet<VerdictCode> = new Set(['admitted', 'questions_required']);

export interface WalkInFormParts {
  readonly station: Pick<Station, 'walkIn'>;
  readonly draft: WalkInDraft;
  /** Null: none is chosen. */
  readonly type: WalkInChoice | null;
  readonly onDraft: (draft: WalkInDraft) => void;
  readonly reserve: () => Present;
}

export interface WalkInForm {
  readonly problems: ReadonlyMap<WalkInField, WalkInProblem>;
  readonly working: boolean;
  readonly submit: (event: FormEvent) => Promise<void>;
  /** @param field whose problem the change clears; null: the changed value can have none */
  readonly change: (changed: Partial<WalkInDraft>, field: WalkInField | null) => void;
}

export function useWalkIn({ station, draft, type, onDraft, reserve }: WalkInFormParts): WalkInForm {
  const [problems, setProblems] = useState<ReadonlyMap<WalkInField, WalkInProblem>>(new Map());
  const [working, setWorking] = useState(false);
  /** Set at once, not with the next drawing: two taps are one person. */
  const registering = useRef(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (registering.current) return;
    registering.current = true;
    setWorking(true);
    const present = reserve();
    const answer = await station.walkIn(entryOf(draft, type), {}).catch((error: unknown): WalkInResult => {
      console.error('walk-in failed:', error);
      return { kind: 'not_recorded', reason: 'storage_failed', message: String(error) };
    });
    if (answer.kind === 'incomplete') {
      setProblems(new Map(answer.problems.map((problem) => [fieldOf[problem], problem])));
      registering.current = false;
      return setWorking(false);
    }
    // After a refusal no person was registered: what was typed may be wanted again.
    if (answer.kind === 'decided' && done.has(answer.outcome.verdict.code)) onDraft(emptyWalkIn);
    present(answer);
  }

  function change(changed: Partial<WalkInDraft>, field: WalkInField | null): void {
    onDraft({ ...draft, ...changed });
    if (field !== null) setProblems(new Map([...problems].filter(([wrong]) => wrong !== field)));
  }

  return { problems, working, submit, change };
}
