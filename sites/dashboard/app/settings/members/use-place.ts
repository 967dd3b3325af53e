import type { SeenPlace } from '../../people/people-place.ts'
import { isReadOnly } from '../../frame/is-read-only.ts'
import { useSettings } from '../use-settings.ts'

/** The solution as the place that people belong to. */
export function usePlace(): SeenPlace {
  const { solution, userId, home } = useSettings()
  const { id, myRole } = solution
  return { kind: 'solution', id, myRole, userId, home, isReadOnly: isReadOnly(solution) }
}
