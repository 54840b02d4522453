/** SAML 2.0 over HTTP: its settings, the login in a browser, and the code at its end. */
import type { Mount } from '../../http/request-handler.ts';
import { browserLogin } from './browser-login.ts';
import { providerSettings } from './provider-settings.ts';
import { redeemCodes } from './redeem-codes.ts';
import type { SamlParts } from './saml-parts.ts';

const path = '/api/v1/sso/saml';

export function mountSaml(parts: SamlParts): Mount {
  const settings = providerSettings(parts);
  const browser = browserLogin(parts);
  const codes = redeemCodes(parts);
  return {
    name: 'saml',
    mount(app, steps) {
      app.get(path, steps.identified, settings.show);
      app.patch(path, steps.identified, steps.json, settings.set);
      app.delete(path, steps.identified, settings.remove);
      app.get('/api/v1/auth/sso/:slug', codes.offer);
      app.post('/api/v1/auth/sso/look', steps.json, codes.look);
      app.post('/api/v1/auth/sso/redeem', steps.json, codes.redeem);
      app.get('/auth/saml/:slug/metadata', browser.metadata);
      app.get('/auth/saml/:slug/login', browser.login);
      app.post('/auth/saml/:slug/acs', browser.consume);
    },
  };
}
