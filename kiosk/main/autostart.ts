/**
 * The kiosk comes back when the machine or the kiosk itself was restarted: a systemd user unit on Linux, the system's
 * login items on other systems. After staff have left by PIN it stays closed until the next login: systemd does not
 * restart it after that exit code.
 */
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from 'electron';

/** Staff left by PIN. Also in the unit below. */
export const staffExitCode = 64;

const unitName = 'gatehouse-kiosk.service';
const target = 'graphical-session.target';

/** Systemd takes `%`, quotes and backslashes as its own (systemd.service, "Command lines"). */
function quote(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;
}

/** @param program absolute path of what to start */
export function systemdUnit(program: string): string {
  return `[Unit]
Description=Gatehouse kiosk
PartOf=${target}
After=${target}
StartLimitIntervalSec=0

[Service]
ExecStart=${quote(program)}
Restart=always
RestartSec=3
RestartPreventExitStatus=${staffExitCode}

[Install]
WantedBy=${target}
`;
}

export interface AutostartMachine {
  readonly platform: NodeJS.Platform;
  /** Configuration folder of this user; on Linux `~/.config`. */
  readonly configFolder: string;
  /** The program as it was started; an AppImage's own path, not where it is mounted. */
  readonly program: string;
}

/** Sets or removes the start at login. @throws when the disk refuses */
export async function setAutostart(
  app: Pick<App, 'setLoginItemSettings'>,
  machine: AutostartMachine,
  on: boolean,
): Promise<void> {
  if (machine.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on });
    return;
  }
  const units = join(machine.configFolder, 'systemd', 'user');
  const wanted = join(units, `${target}.wants`);
  // The link stands where the target looks, as `systemctl --user enable` makes it.
  await rm(join(wanted, unitName), { force: true });
  if (!on) {
    await rm(join(units, unitName), { force: true });
    return;
  }
  await mkdir(wanted, { recursive: true });
  await writeFile(join(units, unitName), systemdUnit(machine.program));
  await symlink(join('..', unitName), join(wanted, unitName));
}
