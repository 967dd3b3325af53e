import type { Invitation, Member } from '@bollard/contracts'
import { exampleUser } from './example-pages.ts'

const since = '2026-09-01T08:30:00.000Z'

/** The admin who looks at the page, and a viewer. */
export const exampleMembers: readonly [Member, Member] = [
  { userId: exampleUser.user.id, givenName: 'Ada', email: 'ada@example.org', role: 'ADMIN', since },
  { userId: '01K5Z7QAAA0000000000000009', givenName: 'Grace', email: 'grace@example.org', role: 'VIEWER', since },
]

/** Waits for its answer. */
export const exampleInvitation: Invitation = {
  id: '01K5Z7QIII0000000000000001',
  email: 'somebody.with.a.rather.long.name@mail.rundbrief.example.org',
  role: 'VIEWER',
  language: 'en',
  message: 'Please have a look.',
  status: 'PENDING',
  invitedBy: { userId: exampleUser.user.id, givenName: 'Ada' },
  createdAt: since,
  expiresAt: '2026-12-01T08:30:00.000Z',
  resentAt: null,
}
