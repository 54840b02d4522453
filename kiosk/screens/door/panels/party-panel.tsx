/** The others of a person's group: who of them is here is let in together, and each gets a result of their own. */
import { type FormEvent, type ReactElement, useState } from 'react';
import type { AdmitResult, ScanOutcome } from '#kiosk/station/admit-result.ts';
import type { PartyMember } from '#kiosk/station/staff-act-results.ts';
import type { Station } from '#kiosk/station/station.ts';
import { kindOfResult } from '../../model/result-kind.ts';
import { Tick } from '../../parts/choices.tsx';
import { FormProblem, useFirstFocus } from '../../parts/form-parts.tsx';
import { Panel, Section } from '../../parts/panel.tsx';
import { ResultIcon } from '../../parts/result-icon.tsx';
import { useWords } from '../../words/use-words.tsx';

export interface PartyPanelProps {
  readonly station: Pick<Station, 'party' | 'admitParty'>;
  readonly outcome: ScanOutcome;
  readonly nowMs: number;
  readonly onResults: (results: readonly AdmitResult[]) => void;
  readonly onClose: () => void;
}

interface Done {
  readonly members: readonly PartyMember[];
  readonly results: readonly AdmitResult[];
}

export function PartyPanel({ station, outcome, nowMs, onResults, onClose }: PartyPanelProps): ReactElement {
  const { party: words, notRecorded, format } = useWords();
  const [group] = useState(() => (outcome.person === null ? null : station.party(outcome.person.registrationId)));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [working, setWorking] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const form = useFirstFocus<HTMLFormElement>();
  const others = group?.others ?? [];
  const out = others.filter(({ checkedInAt }) => checkedInAt === null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (chosen.size === 0 || working) return;
    setWorking(true);
    setRefused(null);
    const members = out.filter(({ registrationId }) => chosen.has(registrationId));
    try {
      const answer = await station.admitParty(
        outcome.scanId,
        members.map(({ registrationId }) => registrationId),
      );
      if ('results' in answer) {
        setDone({ members, results: answer.results });
        onResults(answer.results);
      } else setRefused(words.refusals[answer.reason]);
    } catch (error) {
      console.error('admitting the group failed:', error);
      setRefused(notRecorded.storage_failed.sentence);
    }
    setWorking(false);
  }

  function choose(ids: readonly string[], on: boolean): void {
    const next = new Set(chosen);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  }

  return (
    <Panel title={words.title} onClose={onClose}>
      {done !== null ? (
        <Results done={done} />
      ) : (
        <form ref={form} tabIndex={-1} className="panel-section" onSubmit={submit}>
          <h3>{out.length === 0 ? words.allIn : words.othersOut(out.length)}</h3>
          {out.length > 1 && (
            <Tick
              on={chosen.size === out.length}
              onChange={(on) =>
                choose(
                  out.map(({ registrationId }) => registrationId),
                  on,
                )
              }
            >
              <b>{words.all}</b>
            </Tick>
          )}
          {out.map((member) => (
            <Tick
              key={member.registrationId}
              on={chosen.has(member.registrationId)}
              onChange={(on) => choose([member.registrationId], on)}
            >
              <Who member={member} />
            </Tick>
          ))}
          {others.map(
            (member) =>
              member.checkedInAt !== null && (
                <p key={member.registrationId} className="party-in">
                  <Who member={member} />
                  <span className="person-in">{words.checkedIn(format.time(member.checkedInAt, nowMs))}</span>
                </p>
              ),
          )}
          {group?.more === true && <p className="hint">{words.more}</p>}
          <FormProblem text={refused} />
          {out.length > 0 && (
            <button type="submit" className="button strong wide" aria-disabled={chosen.size === 0 || working}>
              {working ? words.working : words.admit(chosen.size)}
            </button>
          )}
        </form>
      )}
    </Panel>
  );
}

function Who({ member }: { readonly member: PartyMember }): ReactElement {
  const { format } = useWords();
  const small = format.line([member.company, member.ticketTypeName]);
  return (
    <>
      <span className="person-name" dir="auto">
        {member.name}
      </span>
      {small !== '' && <span className="hint">{small}</span>}
    </>
  );
}

function Results({ done }: { readonly done: Done }): ReactElement {
  const { party: words, verdicts, notRecorded } = useWords();
  return (
    <Section title={words.results}>
      <ul className="cards" aria-live="polite">
        {done.members.map((member, n) => {
          const result = done.results[n];
          const kind = result === undefined ? 'error' : kindOfResult(result);
          const said =
            result === undefined
              ? words.notDone
              : result.kind === 'decided'
                ? verdicts[result.outcome.verdict.code].title
                : notRecorded[result.reason].title;
          return (
            <li key={member.registrationId} className="card recent">
              <div className="recent-icon" data-tone={kind}>
                <ResultIcon kind={kind} />
              </div>
              <div className="recent-words">
                <p className="card-title" dir="auto">
                  {member.name}
                </p>
                <p>{said}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
