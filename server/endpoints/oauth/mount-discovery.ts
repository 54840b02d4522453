/** Serves the metadata by which clients discover the endpoints without earlier knowledge of the server (RFC 8414, 9728). */
import type { Request, Response } from 'express';
import type { Mount } from '../../http/request-handler.ts';
import { defaultScopes } from './register-client.ts';
import { baseOf } from './send-back.ts';

const pathMax = 200;

export function mountDiscovery(publicUrl: string): Mount {
  function authorizationServer(base: string, response: Response): void {
    const methods = ['client_secret_basic', 'client_secret_post'];
    response.json({
      issuer: base,
      authorization_endpoint: `${base}/oauth/authorize`,
      token_endpoint: `${base}/oauth/token`,
      revocation_endpoint: `${base}/oauth/revoke`,
      introspection_endpoint: `${base}/oauth/introspect`,
      registration_endpoint: `${base}/oauth/register`,
      jwks_uri: `${base}/.well-known/jwks.json`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: [...methods, 'none'],
      revocation_endpoint_auth_methods_supported: [...methods, 'none'],
      introspection_endpoint_auth_methods_supported: methods,
      scopes_supported: defaultScopes,
      authorization_response_iss_parameter_supported: true,
    });
  }

  function protectedResource(base: string, resource: string, response: Response): void {
    response.json({
      resource,
      authorization_servers: [base],
      jwks_uri: `${base}/.well-known/jwks.json`,
      scopes_supported: defaultScopes,
      bearer_methods_supported: ['header'],
      resource_name: 'Gatehouse API',
      resource_documentation: `${base}/api/docs`,
    });
  }

  /** Both RFCs put the path of the resource after the well-known part, e.g. `…/oauth-protected-resource/mcp`. */
  function named(request: Request): { readonly base: string; readonly resource: string } {
    const path = request.path.split('/').slice(3).join('/').slice(0, pathMax);
    const base = /^sandbox(?:\/|$)/.test(path) ? `${publicUrl}/sandbox` : baseOf(request, publicUrl);
    return { base, resource: `${base === baseOf(request, publicUrl) ? base : publicUrl}${path && `/${path}`}` };
  }

  return {
    name: 'oauth-discovery',
    mount(app) {
      app.get('/.well-known/oauth-authorization-server', (request, response) =>
        authorizationServer(baseOf(request, publicUrl), response),
      );
      app.get('/.well-known/oauth-authorization-server/sandbox', (_request, response) =>
        authorizationServer(`${publicUrl}/sandbox`, response),
      );
      app.get('/.well-known/oauth-protected-resource', (request, response) => {
        const base = baseOf(request, publicUrl);
        protectedResource(base, base, response);
      });
      app.get('/.well-known/oauth-protected-resource/*path', (request, response) => {
        const { base, resource } = named(request);
        protectedResource(base, resource, response);
      });
    },
  };
}
