/** One-time login links: a link is exchanged for a session, and a person in the live console gets a link for test mode. */
import { isObject } from '#shared/base/json.ts';
import { type Clock, dayMs, isoTime } from '#shared/base/time.ts';
import { identityOf } from '../../http/caller-of.ts';
import { addressOf } from '../../http/client-address.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';
import type { Mount } from '../../http/request-handler.ts';
import type { Access } from '../../identity/open-access.ts';

/** A session of a login link is not refreshed: it ends after so long, unless the link sets its end. */
const sessionMs = 7 * dayMs;

export function mountSession({ loginLinks, people, testMode }: Access, clock: Clock): Mount {
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
        const { found, sessionEndsAt, source } = redeemed.value;
        const endsAt = sessionEndsAt ?? isoTime(clock() + sessionMs);
        const begun = { how: 'login_link', from: addressOf(request), endsAt, source } as const;
        response.json({ data: await people.openBearer(found, begun), meta: {} });
      });
      app.post('/api/v1/auth/test-mode', steps.identified, async (request, response) => {
        const entered = await testMode.enter(identityOf(request).actor);
        if (!entered.ok) throw new RefusalError(entered.errors);
        response.setHeader('Cache-Control', 'no-store');
        response.json({ data: entered.value, meta: {} });
      });
    },
  };
}
