/** The environment of external programs: what they need to start and to find fonts, without the server's secrets. */
const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'TMPDIR',
  'TEMP',
  'SystemRoot',
  'FONTCONFIG_PATH',
  'FONTCONFIG_FILE',
] as const;

export function plainEnvironment(): Record<string, string> {
  return Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
