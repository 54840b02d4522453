/** The console's way in on the machine itself: a one-time link becomes a session. */
import { isObject } from '#shared/base/json.ts';
import { type Clock, dayMs, isoTime } from '#shared/base/time.ts';
import { addressOf } from '../../http/client-address.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { Access } from '../../identity/open-access.ts';

/** A session of a login link is not refreshed: it ends after so long. */
const sessionMs = 7 * dayMs;

export function mountSession({ loginLinks, people }: Access, clock: Clock): Mount {
  return {
    name: 'session',
    mount(app, steps) {
      app.post('/api/v1/auth/redeem', steps.json, async (request, response) => {
        const body: unknown = request.body;
        const token = isObject(body) ? body['token'] : undefined;
        if (typeof token !== 'string')
          throw refusal('required', 'Send {"token": "…"} from the login link.', { path: 'token' });
        const redeemed = await loginLinks.redeem(token, request.sandbox);
        if (!redeemed.ok) throw new RefusalError(redeemed.errors);
        const endsAt = isoTime(clock() + sessionMs);
        const begun = { how: 'login_link', from: addressOf(request), endsAt } as const;
        response.json({ data: await people.openBearer(redeemed.value, begun), meta: {} });
      });
    },
  };
}
