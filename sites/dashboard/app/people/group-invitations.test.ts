import type { Invitation } from '@bollard/contracts'
import { expect, test } from 'vitest'
import { groupInvitations } from './group-invitations.ts'

function invitation(email: string, status: Invitation['status']): Invitation {
  return {
    id: `${email} ${status}`,
    email,
    role: 'MEMBER',
    language: 'en',
    message: '',
    status,
    invitedBy: { userId: 'ada', givenName: 'Ada' },
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: '2026-11-08T00:00:00.000Z',
    resentAt: null,
  }
}

test('what waits for an answer, a new link or a second thought is open, the rest is settled', () => {
  const all = (['PENDING', 'EXPIRED', 'DECLINED', 'ACCEPTED', 'REVOKED'] as const).map((status) =>
    invitation(`${status}@example.org`, status),
  )
  const { open, settled } = groupInvitations(all)
  expect(open.map(({ status }) => status)).toEqual(['PENDING', 'EXPIRED', 'DECLINED'])
  expect(settled.map(({ status }) => status)).toEqual(['ACCEPTED', 'REVOKED'])
})

test('an invitation whose address was invited again since is settled', () => {
  const { open, settled } = groupInvitations([
    invitation('grace@example.org', 'PENDING'),
    invitation('grace@example.org', 'DECLINED'),
  ])
  expect(open.map(({ status }) => status)).toEqual(['PENDING'])
  expect(settled.map(({ status }) => status)).toEqual(['DECLINED'])
  const accepted = groupInvitations([
    invitation('grace@example.org', 'ACCEPTED'),
    invitation('grace@example.org', 'EXPIRED'),
  ])
  expect(accepted.open).toEqual([])
})
