import type { Solution } from '@bollard/contracts'

/** Whether an administrator of the installation is shown a solution of people to whom they do not belong. */
export function isVisit(user: { id: string; isAdmin: boolean }, members: Solution['members']): boolean {
  return user.isAdmin && !members.some(({ userId }) => userId === user.id)
}
