/**
 * The renderer's calls over Electron IPC: checks the sender, parses the call, and lets the host answer. The same
 * table of calls as the WebSocket (kiosk/host/answer-call.ts).
 */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { channels, type HostCall, parseCall } from '#kiosk/bridge/messages.ts';
import { type Answer, answerCall, type Host } from '#kiosk/host/answer-call.ts';
import { isAppUrl } from './app-address.ts';

/** Only the kiosk's own page in the main frame; the frame is null when it navigated away meanwhile. */
function fromKiosk(event: Pick<IpcMainInvokeEvent, 'senderFrame'>): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}

/** Names of a call's arguments, in the order in which the preload passes them. */
const parameters: { readonly [Call in HostCall['call']]: readonly string[] } = {
  info: [],
  printers: [],
  print: ['printerId', 'job'],
  saveSecret: ['name', 'value'],
  loadSecret: ['name'],
  quit: ['pin'],
  peerOpen: ['opening'],
  peerClose: [],
  peerDial: ['address'],
  peerSend: ['line', 'bytes'],
  peerKeep: ['line'],
  peerHangUp: ['line'],
};

export function serveIpc(ipc: Pick<IpcMain, 'handle'>, host: Host): void {
  for (const [name, names] of Object.entries(parameters)) {
    const channel = channels[name as HostCall['call']];
    ipc.handle(channel, async (event, ...given: unknown[]): Promise<Answer> => {
      if (!fromKiosk(event)) throw new Error('not for this page');
      const args = Object.fromEntries(names.map((parameter, i) => [parameter, given[i]]));
      return answerCall(host, name, parseCall(name, args));
    });
  }
}
