import type { Solution } from '@bollard/contracts'

/** Whether members can only read: by a lock, or because nothing is left to change. Leaving, roles and paying always go. */
export function isReadOnly({ locks, lifecycle }: Pick<Solution, 'locks' | 'lifecycle'>): boolean {
  return hasEnded(lifecycle) || locks.some(({ effect }) => effect === 'READ_ONLY')
}

export function hasEnded(lifecycle: Solution['lifecycle']): boolean {
  return lifecycle === 'ENDED' || lifecycle === 'DELETION_PENDING' || lifecycle === 'DELETED'
}
