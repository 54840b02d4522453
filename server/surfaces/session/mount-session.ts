/** The console's way in on the machine itself: a one-time link becomes a session. */
import { isObject } from '#shared/base/json.ts';
import type { Credentials } from '../../access/credentials.ts';
import type { Mount } from '../../http/door.ts';
import { RefusalError, refusal } from '../../http/refusal-error.ts';

export function mountSession(credentials: Credentials): Mount {
  return {
    name: 'session',
    mount(app, door) {
      app.post('/api/v1/auth/redeem', door.json, async (request, response) => {
        const body: unknown = request.body;
        const token = isObject(body) ? body['token'] : undefined;
        if (typeof token !== 'string')
          throw refusal('required', 'Send {"token": "…"} from the login link.', { path: 'token' });
        const redeemed = await credentials.redeemLoginLink(token);
        if (!redeemed.ok) throw new RefusalError(redeemed.errors);
        const { session, expiresAt } = redeemed.value;
        response.json({ data: { session, expiresAt }, meta: {} });
      });
    },
  };
}
