import type { Role } from '@bollard/contracts'

/** What people can belong to. */
export interface PeoplePlace {
  readonly kind: 'solution' | 'organization'
  readonly id: string
}

/** A place as somebody in it sees it. */
export interface SeenPlace extends PeoplePlace {
  readonly myRole: Role
  /** Id of the person who looks at it. */
  readonly userId: string
  /** Address of everything about it, without a slash at the end. */
  readonly home: string
  /** A lock, or its end, leaves nothing to change. Leaving and roles always work. */
  readonly isReadOnly: boolean
}

/** Path of the members of a place, the language included. */
export function membersPath(language: string, { kind, id }: PeoplePlace): string {
  return `/${language}/${kind}s/${id}/settings/members`
}
