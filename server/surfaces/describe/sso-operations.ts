/** Single sign-on and what apps look up, as data: part of fixed-operations.ts. */
import type { Field } from '#shared/schema/field.ts';
import { providerFields } from '../../access/saml/provider-settings.ts';
import { data, type Fixed, inBody, loggedIn, object } from './fixed-operation.ts';

export const ssoOperations: readonly Fixed[] = [
  {
    method: 'get',
    path: '/api/v1/sso/saml',
    id: 'sso.get_saml',
    tag: 'auth',
    who: 'administrator',
    summary: 'The identity provider of this tenant, and what it must know of us',
    answers: data(object),
  },
  {
    method: 'patch',
    path: '/api/v1/sso/saml',
    id: 'sso.set_saml',
    tag: 'auth',
    who: 'administrator',
    summary: 'Set the identity provider, or some of what is said of it; plans business and enterprise',
    body: (providerFields as readonly Field[]).map(({ required: _first, ...field }) => field as Field),
    answers: data(object),
    refused: inBody,
  },
  {
    method: 'delete',
    path: '/api/v1/sso/saml',
    id: 'sso.delete_saml',
    tag: 'auth',
    who: 'administrator',
    summary: 'No single sign-on any more',
    answers: data(object),
    refused: [404],
  },
  {
    method: 'get',
    path: '/api/v1/auth/sso/{slug}',
    id: 'sso.offered',
    tag: 'auth',
    who: 'anybody',
    summary: 'Whether a tenant has single sign-on, and where it begins',
    answers: data(object),
  },
  {
    method: 'post',
    path: '/api/v1/auth/sso/redeem',
    id: 'sso.redeem',
    tag: 'auth',
    who: 'anybody',
    summary: 'A session for the code that single sign-on ended with',
    body: [
      { name: 'code', type: 'text', required: true, maxLength: 200 },
      { name: 'verifier', type: 'text', maxLength: 128, note: 'What the challenge of the login was made of.' },
    ],
    answers: loggedIn,
    refused: [401, 403, ...inBody],
  },
  {
    method: 'get',
    path: '/.well-known/oauth-protected-resource',
    id: 'oauth.protected_resource',
    tag: 'auth',
    who: 'anybody',
    summary: 'Who gives tokens for this API (RFC 9728)',
    answers: object,
  },
];
