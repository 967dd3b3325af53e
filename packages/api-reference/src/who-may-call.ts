import type { Operation } from './read-reference.ts'

const audiences: Readonly<Record<Operation['access']['audience'], string>> = {
  public: 'Anybody, without a key or a session.',
  session: 'People with a session.',
  'secret-key': 'Your server, with the secret key.',
}

const keys: Readonly<Record<Operation['credentials'], string | null>> = {
  none: null,
  key: 'The key is sent as `Authorization: Bearer`.',
  'session-or-key': 'An API key is sent as `Authorization: Bearer`, a session as its cookie.',
  session: 'The session is sent as its cookie.',
  'friendly-captcha': 'The key is sent as `X-API-Key`.',
  trustcaptcha: 'The key is sent as `tc-authorization`.',
}

/** Who may call an operation and how they prove it, in sentences. */
export function whoMayCall({ access, conditions, credentials, body, parameters }: Operation): string[] {
  const isInField = [...(body?.shape.fields ?? []), ...parameters].some(({ name }) => name === 'secret')
  return [
    audiences[isInField ? 'secret-key' : access.audience],
    ...(conditions === '' ? [] : conditions.split(/(?<=\.) /u)),
    ...(isInField ? ['The key is sent as `secret`.'] : []),
    ...(keys[credentials] === null ? [] : [keys[credentials]]),
  ].filter((sentence) => sentence !== null)
}
