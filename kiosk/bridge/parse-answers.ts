/**
 * Parsers for what the host answers, used at the renderer's end of the WebSocket; each returns null for anything else. The
 * Electron preload needs none: main and preload are one build there, and main is the trusted side.
 */
import { isObject } from '#shared/base/json.ts';
import type {
  HostInfo,
  HostWarning,
  PrinterKind,
  PrinterStatus,
  PrintFailure,
  PrintOutcome,
  QuitAnswer,
} from './host-api.ts';
import { hostWarnings, printerKinds, printFailures, quitAnswers } from './host-api.ts';
import { isPrinterId } from './messages.ts';
import { isPrintCause } from './print-causes.ts';

function isFailure(value: unknown): value is PrintFailure {
  return printFailures.some((known) => known === value);
}

const maxWarnings = 10;

/** A warning that only a newer host knows becomes `other`, so that the operator still sees that there is one. */
function toWarning(value: unknown): HostWarning {
  return hostWarnings.find((known) => known === value) ?? 'other';
}

function isKind(value: unknown): value is PrinterKind {
  return printerKinds.some((known) => known === value);
}

function isDots(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

export function parseOutcome(value: unknown): PrintOutcome | null {
  if (!isObject(value)) return null;
  const { outcome, reason, cause, message } = value;
  if (outcome === 'printed') return { outcome };
  if (outcome !== 'failed' && outcome !== 'unknown') return null;
  if (!isFailure(reason) || typeof message !== 'string') return null;
  // A cause that only a newer host knows is left out: the advice for the reason still holds, only less exactly.
  return { outcome, reason, message, ...(isPrintCause(cause) ? { cause } : {}) };
}

export function parsePrinterStatus(value: unknown): PrinterStatus | null {
  if (!isObject(value)) return null;
  const { id, name, kind, dpi, widthDots, state, reason, cause, message, paperLow, queued, members } = value;
  if (!isPrinterId(id) || typeof name !== 'string' || !isKind(kind)) return null;
  if (!isDots(dpi) || !isDots(widthDots)) return null;
  if (state !== 'ready' && state !== 'busy' && state !== 'error' && state !== 'none') return null;
  if (typeof queued !== 'number' || typeof paperLow !== 'boolean') return null;
  const known: PrinterStatus = { id, name, kind, dpi, widthDots, state, paperLow, queued };
  return {
    ...known,
    ...(isFailure(reason) ? { reason } : {}),
    ...(isPrintCause(cause) ? { cause } : {}),
    ...(typeof message === 'string' ? { message } : {}),
    ...(Array.isArray(members) ? { members: members.filter(isPrinterId) } : {}),
  };
}

/** Null as soon as one entry is not a printer: a list with holes would hide a printer silently. */
export function parsePrinterStatuses(value: unknown): readonly PrinterStatus[] | null {
  if (!Array.isArray(value)) return null;
  const parsed = value.map(parsePrinterStatus);
  return parsed.every((status) => status !== null) ? parsed : null;
}

export function parseHostInfo(value: unknown): HostInfo | null {
  if (!isObject(value)) return null;
  const { kind, version, keyStore, serverUrl, virtualPrinterUrl, canQuit, warnings } = value;
  if ((kind !== 'electron' && kind !== 'web') || typeof version !== 'string') return null;
  if (keyStore !== 'protected' && keyStore !== 'plain') return null;
  return {
    kind,
    version,
    keyStore,
    ...(typeof serverUrl === 'string' ? { serverUrl } : {}),
    ...(typeof virtualPrinterUrl === 'string' ? { virtualPrinterUrl } : {}),
    ...(typeof canQuit === 'boolean' ? { canQuit } : {}),
    ...(Array.isArray(warnings) ? { warnings: [...new Set(warnings.slice(0, maxWarnings).map(toWarning))] } : {}),
  };
}

export function parseQuitAnswer(value: unknown): QuitAnswer | null {
  return quitAnswers.find((known) => known === value) ?? null;
}
