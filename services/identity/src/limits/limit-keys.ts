import { createHmac } from 'node:crypto'

/** How the counter of a limit and of whoever it counts is named in `identity.rate_limits`: by a hash under the secret. */
export function createLimitKeys(secret: string): (name: string, subject: string) => string {
  return (name, subject) =>
    `${name}:${createHmac('sha256', secret).update(`${name}\0${subject}`).digest('base64url').slice(0, 22)}`
}
