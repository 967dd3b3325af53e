import { useSignedIn } from '../../frame/use-signed-in.ts'
import type { SeenPlace } from '../../people/people-place.ts'
import { useOrganization } from '../use-organization.ts'

/** The organization as the place that people belong to. */
export function usePlace(): SeenPlace {
  const { organization, base } = useOrganization()
  const { id, myRole } = organization
  return { kind: 'organization', id, myRole, userId: useSignedIn()?.user.id ?? '', home: base, isReadOnly: false }
}
