import type { Invitation } from '@bollard/contracts'

/**
 * Invitations that wait for something: an answer, a new link or a second thought. One whose address was invited again since, or
 * that was accepted or withdrawn, is settled. `invitations` has the newest first.
 */
export function groupInvitations(invitations: readonly Invitation[]): { open: Invitation[]; settled: Invitation[] } {
  const seen = new Set<string>()
  const open: Invitation[] = []
  const settled: Invitation[] = []
  for (const invitation of invitations) {
    const waits = invitation.status === 'PENDING' || invitation.status === 'EXPIRED' || invitation.status === 'DECLINED'
    const isOvertaken = seen.has(invitation.email)
    seen.add(invitation.email)
    if (waits && !isOvertaken) open.push(invitation)
    else settled.push(invitation)
  }
  return { open, settled }
}
