/** State of sending one form: whether it is under way, and the refusal; the caller focuses the field to correct. */
import { type FormEvent, useState } from 'react';
import type { Refusal } from '#shared/base/result.ts';
import { asError } from '../../../parts/as-error.ts';

export interface Sending {
  readonly busy: boolean;
  readonly refused: Refusal | null;
  /** @param work with the fields of the form; an error that it throws becomes `refused` */
  readonly send: (work: (fields: FormData, form: HTMLFormElement) => Promise<void>) => (event: FormEvent) => void;
}

/** @param onRefused sets the focus; called after a refusal, before its message is drawn */
export function useSend(onRefused: (refused: Refusal, form: HTMLFormElement) => void): Sending {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  return {
    busy,
    refused,
    send: (work) => (event) => {
      event.preventDefault();
      const form = event.currentTarget as HTMLFormElement;
      if (busy) return;
      setBusy(true);
      setRefused(null);
      work(new FormData(form), form)
        .catch((fault: unknown) => {
          const { code, message, errors } = asError(fault);
          const shown = errors[0] ?? { code, message };
          setRefused(shown);
          onRefused(shown, form);
        })
        .finally(() => setBusy(false));
    },
  };
}

/** Focuses the field and selects its text, so that typing replaces it. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
  if (field instanceof HTMLInputElement) field.select();
}
