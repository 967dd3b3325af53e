import { systemAuditAreas } from '@bollard/contracts'

/** What the address asks of the log; the first area where it names none. */
export function askedOf(request: Request) {
  const search = new URL(request.url).searchParams
  const named = (name: string) => search.get(name)?.trim() || undefined
  const area = systemAuditAreas.find((one) => one === search.get('area')) ?? systemAuditAreas[0]
  return { area, action: named('action'), actorId: named('actorId') }
}
