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
  'code-invalid': { title: 'Code invalid', detail: 'The code is wrong or no longer valid.' },
  'captcha-failed': {
    title: 'Captcha failed',
    detail: 'The captcha was not passed, or its token was used already. Load the page again.',
  },
  'passkey-invalid': {
    title: 'Passkey invalid',
    detail: 'The answer of the passkey does not fit the challenge, or the passkey is unknown.',
  },
  'second-factor-required': { title: 'Second factor required', detail: 'Finish with a code or a passkey.' },
  'step-up-required': { title: 'Proof required', detail: 'Prove once more who is there, then repeat the call.' },
  'sign-in-expired': { title: 'Sign-in expired', detail: 'The sign-in was not finished in time. Start again.' },
  'payment-required': { title: 'Payment required', detail: 'A plan or a payment is needed for this.' },
  'payment-method-failed': {
    title: 'Payment method failed',
    detail: 'The payment method was refused. Choose another one.',
  },
  'plan-feature': { title: 'Not part of the plan', detail: 'The plan of this solution does not include that.' },
  'solution-locked': {
    title: 'Solution locked',
    detail: 'The solution is locked. Its overview names the reason and the remedy.',
  },
  'wrong-account': {
    title: 'Wrong account',
    detail: 'This was sent to another e-mail address. Sign in with that one.',
  },
  'last-admin': { title: 'Last admin', detail: 'Somebody else has to be an admin first.' },
  'already-member': { title: 'Already a member', detail: 'This person is a member already.' },
  'already-set-up': { title: 'Already set up', detail: 'Switch it off before setting it up again.' },
  'not-set-up': { title: 'Not set up', detail: 'It has to be set up first.' },
  'in-use': { title: 'In use', detail: 'Something else still needs it.' },
  'state-conflict': { title: 'Not possible now', detail: 'The present state does not allow that.' },
  'conversion-state': {
    title: 'Not possible for this conversion',
    detail: 'The present state of the conversion does not allow that.',
  },
  'four-eyes': { title: 'Second person required', detail: 'Another administrator has to approve this.' },
  'invitation-expired': { title: 'Invitation expired', detail: 'The invitation is too old. Ask for a new one.' },
  'not-configured': { title: 'Not configured', detail: 'The operator has not set this up.' },
  upstream: {
    title: 'Upstream failed',
    detail: 'A service that this depends on did not answer as expected. Try again later.',
  },
  unauthenticated: { title: 'Not signed in', detail: 'This call needs a session.' },
  'credentials-invalid': { title: 'Credentials invalid', detail: 'E-mail address or password is wrong.' },
  'password-required': {
    title: 'Password required',
    detail: 'Another browser signed up. Send the password chosen there as well.',
  },
  'secret-key-invalid': { title: 'Secret key invalid', detail: 'The secret key is missing, unknown or was replaced.' },
  'private-token-required': {
    title: 'Private token required',
    detail: 'A browser that has an issuer of private tokens answers the challenge by itself.',
  },
  'private-token-invalid': {
    title: 'Private token invalid',
    detail: 'The private token was not made for this verification, or not by the issuer that the site trusts.',
  },
  forbidden: { title: 'Forbidden', detail: 'This account may not do that.' },
  'role-too-low': { title: 'Role too low', detail: 'A member with a higher role has to do that.' },
  'scope-missing': { title: 'Scope missing', detail: 'The API key may not be used for this.' },
  'second-factor-needed': {
    title: 'Second factor needed',
    detail:
      'Administrators of the deployment, and admins of what is paid for, need a second factor for this. Set one up, or sign in with it.',
  },
  'person-required': {
    title: 'Person required',
    detail: 'Keys and environments are changed by people with a session, never with an API key.',
  },
  'email-not-verified': { title: 'E-mail address not verified', detail: 'Confirm the e-mail address first.' },
  'origin-not-allowed': { title: 'Origin not allowed', detail: 'The site key is not allowed on this domain.' },
  'site-paused': { title: 'Paused', detail: 'The owner of this site key has paused it.' },
  'failover-refused': {
    title: 'Failover refused',
    detail: 'The site does not accept visitors whose widget could not reach the service.',
  },
  'cross-site-request': {
    title: 'Cross-site request',
    detail: 'Calls that change something must come from our own sites.',
  },
  'not-found': { title: 'Not found', detail: 'There is nothing here, or it is not visible to this account.' },
  'site-key-unknown': { title: 'Site key unknown', detail: 'There is no site with this key.' },
  'verification-not-found': {
    title: 'Verification not found',
    detail: 'There is no such verification for this secret key.',
  },
  'already-answered': { title: 'Already answered', detail: 'This challenge was answered before.' },
  'already-initialised': { title: 'Already initialised', detail: 'There is an administrator already.' },
  'email-taken': { title: 'E-mail address taken', detail: 'There is an account with this e-mail address.' },
  'rule-of-form': {
    title: 'Rule of a form',
    detail: 'A simple form keeps this rule. Change its conditions and its action there.',
  },
  'version-conflict': { title: 'Version conflict', detail: 'It was changed in the meantime. Load it again.' },
  'last-environment': { title: 'Last environment', detail: 'A solution keeps at least one environment.' },
  'idempotency-mismatch': {
    title: 'Idempotency key reused',
    detail: 'The same idempotency key came with another body before.',
  },
  'export-not-ready': {
    title: 'Export not ready',
    detail: 'The file is still being written, or could not be written.',
  },
  'challenge-expired': { title: 'Challenge expired', detail: 'The challenge is too old. Ask for a new one.' },
  'token-expired': { title: 'Token expired', detail: 'The token is too old. Ask for a new one.' },
  'result-expired': { title: 'Result expired', detail: 'The result is too old to be read.' },
  'export-expired': { title: 'Export expired', detail: 'The file is gone. Make a new export.' },
  'client-reported-outage': {
    title: 'Outage only reported by the client',
    detail: 'The widget says that it could not reach the service, but the service has recorded no outage at that time.',
  },
  'too-large': { title: 'Too large', detail: 'The body is larger than this call accepts.' },
  'media-type': { title: 'Unsupported media type', detail: 'Send the body as application/json.' },
  'validation-failed': { title: 'Validation failed', detail: 'Some fields of the body are not valid; see "errors".' },
  'challenge-invalid': { title: 'Challenge invalid', detail: 'The challenge or its solution is not valid.' },
  'rate-limited': { title: 'Too many requests', detail: 'Too many calls in a short time. Try again later.' },
  throttled: {
    title: 'Throttled',
    detail:
      'This network has asked for very many challenges. Retry after the time given, with the ticket if there is one.',
  },
  'quota-exceeded': { title: 'Quota exceeded', detail: 'This account has as many of these as it may have.' },
  'retrieval-limit': { title: 'Retrieval limit reached', detail: 'The result was read already.' },
  internal: {
    title: 'Internal error',
    detail: 'Something went wrong on our side. The request id helps us to find it.',
  },
  unavailable: { title: 'Unavailable', detail: 'The service cannot answer at the moment. Try again in a few seconds.' },
}
