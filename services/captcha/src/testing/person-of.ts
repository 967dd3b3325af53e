import type { Actor } from '@bollard/access'

/** A signed-in person whom tests know by a name alone. */
export function personOf(userId: string, more: Partial<Actor> = {}): Actor {
  return {
    userId,
    isAdmin: false,
    emailVerified: true,
    email: `${userId}@example.org`,
    givenName: userId,
    language: 'en',
    provenAt: new Date(),
    ...more,
  }
}
