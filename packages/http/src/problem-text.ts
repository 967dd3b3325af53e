import type { ProblemCode } from '@bollard/contracts'

/**
 * English title and general sentence of every code, for developers who read raw answers. People see
 * the translated texts of the sites, chosen by code.
 */
export const problemText: Record<ProblemCode, { readonly title: string; readonly detail: string }> = {
  'malformed-json': { title: 'Malformed request', detail: 'The body is not valid JSON.' },
  'unknown-field': { title: 'Unknown field', detail: 'The body has fields that this call does not know.' },
  'invalid-parameter': { title: 'Invalid parameter', detail: 'A parameter of the address is not valid.' },
  'token-invalid': { title: 'Token invalid', detail: 'The token is not valid or was used already.' },
  unauthenticated: { title: 'Not signed in', detail: 'This call needs a session.' },
  'session-expired': { title: 'Session expired', detail: 'The session has ended. Sign in again.' },
  'credentials-invalid': { title: 'Credentials invalid', detail: 'E-mail address or password is wrong.' },
  'password-required': { title: 'Password required', detail: 'Another browser signed up. Send the password chosen there as well.' },
  'secret-key-invalid': { title: 'Secret key invalid', detail: 'The secret key is missing, unknown or was replaced.' },
  'private-token-required': { title: 'Private token required', detail: 'A browser that has an issuer of private tokens answers the challenge by itself.' },
  'private-token-invalid': {
    title: 'Private token invalid',
    detail: 'The private token was not made for this verification, or not by the issuer that the site trusts.',
  },
  forbidden: { title: 'Forbidden', detail: 'This account may not do that.' },
  'role-too-low': { title: 'Role too low', detail: 'A member with a higher role has to do that.' },
  'email-not-verified': { title: 'E-mail address not verified', detail: 'Confirm the e-mail address first.' },
  'origin-not-allowed': { title: 'Origin not allowed', detail: 'The site key is not allowed on this domain.' },
  'cross-site-request': { title: 'Cross-site request', detail: 'Calls that change something must come from our own sites.' },
  'not-found': { title: 'Not found', detail: 'There is nothing here, or it is not visible to this account.' },
  'site-key-unknown': { title: 'Site key unknown', detail: 'There is no site with this key.' },
  'verification-not-found': { title: 'Verification not found', detail: 'There is no such verification for this secret key.' },
  'already-answered': { title: 'Already answered', detail: 'This challenge was answered before.' },
  'already-initialised': { title: 'Already initialised', detail: 'There is an administrator already.' },
  'email-taken': { title: 'E-mail address taken', detail: 'There is an account with this e-mail address.' },
  'version-conflict': { title: 'Version conflict', detail: 'It was changed in the meantime. Load it again.' },
  'idempotency-mismatch': { title: 'Idempotency key reused', detail: 'The same idempotency key came with another body before.' },
  'challenge-expired': { title: 'Challenge expired', detail: 'The challenge is too old. Ask for a new one.' },
  'token-expired': { title: 'Token expired', detail: 'The token is too old. Ask for a new one.' },
  'result-expired': { title: 'Result expired', detail: 'The result is too old to be read.' },
  'too-large': { title: 'Too large', detail: 'The body is larger than this call accepts.' },
  'media-type': { title: 'Unsupported media type', detail: 'Send the body as application/json.' },
  'validation-failed': { title: 'Validation failed', detail: 'Some fields of the body are not valid; see "errors".' },
  'challenge-invalid': { title: 'Challenge invalid', detail: 'The challenge or its solution is not valid.' },
  'rate-limited': { title: 'Too many requests', detail: 'Too many calls in a short time. Try again later.' },
  'quota-exceeded': { title: 'Quota exceeded', detail: 'This account has as many of these as it may have.' },
  'retrieval-limit': { title: 'Retrieval limit reached', detail: 'The result was read already.' },
  internal: { title: 'Internal error', detail: 'Something went wrong on our side. The request id helps us to find it.' },
  unavailable: { title: 'Unavailable', detail: 'The service cannot answer at the moment. Try again in a few seconds.' },
}
