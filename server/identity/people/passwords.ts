/**
 * Passwords: what may be one, Argon2id to store it, and a check that takes as long for an account that is not there.
 * A few are worked on at a time: each takes 19 MiB and some 30 ms of a processor.
 */
import { hash, verify } from '@node-rs/argon2';
import { fewAtOnce } from '#shared/base/few-at-once.ts';
import { ok, type Result, refuse } from '#shared/base/result.ts';

export const passwordCharsMin = 10;
export const passwordCharsMax = 200;

/** OWASP's smallest setting for Argon2id: m=19456 KiB, t=2, p=1; also the library's default, said here to stay. */
const setting = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 3;
const waitingMax = 200;

/** The ones tried first everywhere that are long enough to pass. */
const wellKnown: ReadonlySet<string> = new Set([
  '1234567890',
  '12345678910',
  '0123456789',
  '0987654321',
  '1111111111',
  '0000000000',
  'qwertyuiop',
  'qwerty12345',
  'password12',
  'password123',
  'password1234',
  'iloveyou123',
  'administrator',
  '1q2w3e4r5t',
]);

/** The same password however a keyboard composes its letters. */
function spelled(password: string): string {
  return password.normalize('NFKC');
}

export function checkNewPassword(password: unknown, email: string, path = 'password'): Result<string> {
  if (typeof password !== 'string') return refuse({ code: 'required', message: `${path} must be text.`, path });
  const length = [...password.slice(0, passwordCharsMax * 2 + 1)].length;
  if (length > passwordCharsMax)
    return refuse({
      code: 'too_long',
      message: `The password must have at most ${passwordCharsMax} characters.`,
      path,
    });
  if (!password.isWellFormed())
    return refuse({ code: 'invalid_text', message: 'The password contains characters that cannot be typed.', path });
  if (length < passwordCharsMin)
    return refuse({
      code: 'too_short',
      message: `The password must have at least ${passwordCharsMin} characters.`,
      path,
    });
  const lower = password.toLowerCase();
  if (wellKnown.has(lower) || lower === email.toLowerCase() || new Set(lower).size < 4)
    return refuse({
      code: 'password_weak',
      message: 'This password is too easy to guess. Choose another.',
      path,
    });
  return ok(password);
}

export interface Passwords {
  /** Resolves to `overloaded` where too many wait. */
  hash(password: string): Promise<Result<string>>;
  /** @param stored null: there is no such account; the answer is no, and takes as long as for an account. */
  verify(stored: string | null, password: string): Promise<Result<boolean>>;
}

export function openPasswords(): Passwords {
  let decoy: Promise<string> | null = null;

  const inTurn = fewAtOnce({
    atOnce,
    waitingMax,
    message: 'Too many people are logging in at once. Try again in a few seconds.',
  });

  return {
    hash: (password) => inTurn(() => hash(spelled(password), setting)),
    verify: (stored, password) =>
      inTurn(async () => {
        decoy ??= hash('no account has this password', setting);
        const right = await verify(stored ?? (await decoy), spelled(password));
        return right && stored !== null;
      }),
  };
}
