import type { ProblemCode } from '@bollard/contracts'

/**
 * English title and general sentence of every code, for developers who read raw responses. People see
 * the translated texts of the sites, chosen by code.
 */
export const problemText: Record<ProblemCode, { readonly title: string; readonly detail: string }> = {
  'malformed-json': { title: 'Malformed JSON', detail: 'The request body is not valid JSON.' },
  'unknown-field': {
    title: 'Unknown field',
    detail: 'The request body contains fields that this endpoint does not accept.',
  },
  'invalid-parameter': { title: 'Invalid parameter', detail: 'A path or query parameter is not valid.' },
  'token-invalid': { title: 'Invalid token', detail: 'The token is not valid or has already been used.' },
  'code-invalid': { title: 'Invalid code', detail: 'The code is wrong or has expired.' },
  'captcha-failed': {
    title: 'Captcha failed',
    detail: 'The captcha was not passed, or its token has already been used. Reload the page.',
  },
  'passkey-invalid': {
    title: 'Invalid passkey',
    detail: 'The passkey response does not match the challenge, or the passkey is unknown.',
  },
  'second-factor-required': {
    title: 'Second factor required',
    detail: 'Complete the sign-in with a code or a passkey.',
  },
  'step-up-required': { title: 'Re-authentication required', detail: 'Re-authenticate, then retry the request.' },
  'sign-in-expired': { title: 'Sign-in expired', detail: 'The sign-in was not completed in time. Start again.' },
  'payment-required': { title: 'Payment required', detail: 'This requires a plan or a payment.' },
  'payment-method-failed': {
    title: 'Payment method declined',
    detail: 'The payment method was declined. Choose another one.',
  },
  'plan-feature': {
    title: 'Not included in the plan',
    detail: 'The plan of this solution does not include this feature.',
  },
  'solution-locked': {
    title: 'Solution locked',
    detail: 'The solution is locked. Its overview shows the reason and how to unlock it.',
  },
  'wrong-account': {
    title: 'Wrong account',
    detail: 'This was sent to another e-mail address. Sign in with that address.',
  },
  'last-admin': { title: 'Last admin', detail: 'Someone else needs to be an admin first.' },
  'already-member': { title: 'Already a member', detail: 'This person is already a member.' },
  'already-set-up': { title: 'Already set up', detail: 'Turn it off before setting it up again.' },
  'not-set-up': { title: 'Not set up', detail: 'Set it up first.' },
  'sign-ups-closed': {
    title: 'Sign-up closed',
    detail: 'No new accounts are created here at the moment. Try again later.',
  },
  'slot-taken': {
    title: 'Time not free',
    detail: 'This time is not offered, or someone else has it. Choose another one.',
  },
  'in-use': { title: 'In use', detail: 'Something else still uses it.' },
  'state-conflict': { title: 'State conflict', detail: 'The current state does not allow this.' },
  'conversion-state': {
    title: 'Conversion state conflict',
    detail: 'The current state of the conversion does not allow this.',
  },
  'four-eyes': { title: 'Second approval required', detail: 'Another administrator needs to approve this.' },
  'invitation-expired': { title: 'Invitation expired', detail: 'The invitation has expired. Request a new one.' },
  'not-configured': { title: 'Not configured', detail: 'The operator has not configured this.' },
  upstream: {
    title: 'Upstream failure',
    detail: 'A service this request depends on did not respond as expected. Retry later.',
  },
  unauthenticated: { title: 'Not signed in', detail: 'This request requires a session.' },
  'credentials-invalid': { title: 'Invalid credentials', detail: 'The e-mail address or the password is wrong.' },
  'password-required': {
    title: 'Password required',
    detail: 'The account was created in another browser. Include the password chosen there.',
  },
  'secret-key-invalid': {
    title: 'Invalid secret key',
    detail: 'The secret key is missing, unknown or no longer valid.',
  },
  'private-token-required': {
    title: 'Private token required',
    detail: 'A browser with a private token issuer answers the challenge automatically.',
  },
  'private-token-invalid': {
    title: 'Invalid private token',
    detail: 'The private token was not issued for this verification, or not by an issuer the site trusts.',
  },
  forbidden: { title: 'Forbidden', detail: 'This account does not have permission to do this.' },
  'role-too-low': { title: 'Role too low', detail: 'This requires a member with a higher role.' },
  'scope-missing': { title: 'Missing scope', detail: 'The API key does not have the required scope.' },
  'second-factor-needed': {
    title: 'Second factor needed',
    detail:
      'Administrators of the installation and admins of paid plans need a second factor for this. Set one up, or sign in with it.',
  },
  'operator-session-needed': {
    title: 'Operator session needed',
    detail: 'Open the admin site first: what operators do needs a session of its own, beside the ordinary one.',
  },
  'change-mode-needed': {
    title: 'Change mode needed',
    detail: 'Switch the change mode of the admin site on, with a reason, then retry the request.',
  },
  'person-required': {
    title: 'Person required',
    detail: 'Keys and environments can be changed only by a person with a session, never with an API key.',
  },
  'email-not-verified': { title: 'E-mail address not confirmed', detail: 'Confirm the e-mail address first.' },
  'origin-not-allowed': { title: 'Origin not allowed', detail: 'The site key is not allowed on this domain.' },
  'site-paused': { title: 'Paused', detail: 'The owner of this site key has paused it.' },
  'failover-refused': {
    title: 'Failover refused',
    detail: 'The site does not accept visitors whose widget could not reach the service.',
  },
  'cross-site-request': {
    title: 'Cross-site request',
    detail: 'Requests that change something must come from our own sites.',
  },
  'not-found': { title: 'Not found', detail: 'The resource does not exist, or this account cannot access it.' },
  'site-key-unknown': { title: 'Unknown site key', detail: 'No site has this site key.' },
  'verification-not-found': {
    title: 'Verification not found',
    detail: 'No such verification exists for this secret key.',
  },
  'already-answered': { title: 'Already answered', detail: 'This challenge has already been answered.' },
  'already-initialised': { title: 'Already initialised', detail: 'The first administrator already exists.' },
  'email-taken': { title: 'E-mail address taken', detail: 'An account with this e-mail address already exists.' },
  'rule-of-form': {
    title: 'Rule managed by a form',
    detail: 'A simple form manages this rule. Change its conditions and action there.',
  },
  'version-conflict': {
    title: 'Version conflict',
    detail: 'The resource has changed in the meantime. Reload it and retry.',
  },
  'last-environment': { title: 'Last environment', detail: 'A solution needs at least one environment.' },
  'idempotency-mismatch': {
    title: 'Idempotency key reused',
    detail: 'The same idempotency key was already used with a different request body.',
  },
  'export-not-ready': {
    title: 'Export not ready',
    detail: 'The file is still being prepared or could not be created.',
  },
  'challenge-expired': { title: 'Challenge expired', detail: 'The challenge has expired. Request a new one.' },
  'token-expired': { title: 'Token expired', detail: 'The token has expired. Request a new one.' },
  'result-expired': { title: 'Result expired', detail: 'The result has expired and can no longer be read.' },
  'export-expired': { title: 'Export expired', detail: 'The file has been deleted. Create a new export.' },
  'client-reported-outage': {
    title: 'Outage reported only by the client',
    detail:
      'The widget reports that it could not reach the service, but the service has no record of an outage at that time.',
  },
  'too-large': { title: 'Request too large', detail: 'The request body is larger than this endpoint accepts.' },
  'media-type': { title: 'Unsupported media type', detail: 'Send the body as application/json.' },
  'validation-failed': {
    title: 'Validation failed',
    detail: 'Some fields in the request body are not valid; see "errors".',
  },
  'challenge-invalid': { title: 'Invalid challenge', detail: 'The challenge or its solution is not valid.' },
  'rate-limited': { title: 'Too many requests', detail: 'Too many requests in a short time. Retry later.' },
  throttled: {
    title: 'Throttled',
    detail:
      'This network has requested a very large number of challenges. Retry after the given time, with the ticket if there is one.',
  },
  'quota-exceeded': { title: 'Quota exceeded', detail: 'This account has reached its limit for this resource.' },
  'retrieval-limit': { title: 'Retrieval limit reached', detail: 'The result has already been read.' },
  internal: {
    title: 'Internal error',
    detail: 'Something went wrong on our side. Quote the request ID if you contact support.',
  },
  unavailable: { title: 'Unavailable', detail: 'The service is temporarily unavailable. Retry in a few seconds.' },
}
