import type { PublicPage } from '@bollard/contracts'

/** What stands around every page of a customer. */
export interface Frame {
  readonly face: Pick<PublicPage, 'name' | 'colors' | 'languages' | 'noindex'>
  /** Address of the picture. */
  readonly logo: string | null
  /** What addresses below the page start with. */
  readonly base: string
  readonly isLocked: boolean
  /** When what is shown was so (ISO 8601), where that is too long ago to keep quiet about. */
  readonly staleSince: string | null
  readonly zone: string
}
