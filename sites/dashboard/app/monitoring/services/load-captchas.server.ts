import type { Solution } from '@bollard/contracts'
import { apiOf, attempt } from '@bollard/site-kit/server'
import { solutionLabel } from '../../frame/solution-label.ts'
import type { Sender } from './sender.ts'

type Owned = Pick<Solution, 'id' | 'label' | 'item' | 'managementOrganization' | 'members'>

/** So many pages of a hundred solutions are looked through. */
const pagesMax = 10

/** Captchas of the owner of this monitoring, as far as the person is a member of them; none where they cannot be read. */
export async function loadCaptchas({ context, request, solutionId }: Sender): Promise<ReturnType<typeof captchasLike>> {
  const api = apiOf(context, request)
  const own = await attempt(api.getSolution({ solutionId }))
  if (!own.ok) return []
  const all: Owned[] = []
  let cursor: string | undefined
  for (let page = 0; page < pagesMax; page += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the next
    const answer = await attempt(api.listSolutions({ limit: 100, cursor }))
    if (!answer.ok) break
    all.push(...answer.value.items)
    if (answer.value.nextCursor === null) break
    cursor = answer.value.nextCursor
  }
  return captchasLike(own.value, all)
}

/** The captchas among some solutions that have the owner of `own`: its organization, or its first admin where it has none. */
export function captchasLike(own: Owned, solutions: readonly Owned[]): { id: string; name: string }[] {
  return solutions.flatMap((solution) =>
    solution.item.type === 'CAPTCHA' && ownerOf(solution) === ownerOf(own)
      ? [{ id: solution.id, name: solutionLabel(solution) }]
      : [],
  )
}

const ownerOf = ({ managementOrganization, members }: Owned): string =>
  managementOrganization?.id ??
  members
    .filter(({ role }) => role === 'ADMIN')
    .map(({ userId }) => userId)
    .toSorted()[0] ??
  ''
