import { bulkServicesMax, type MonitoredServicesChange } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'

type Change = MonitoredServicesChange['change']

export const bulkActions = [
  'PAUSE',
  'RESUME',
  'SET_INTERVAL',
  'SET_PLACES',
  'ADD_TAGS',
  'REMOVE_TAGS',
  'DELETE',
] as const satisfies readonly Change['action'][]

/** What is to be done to several services, as somebody typed it. */
export interface TypedBulk {
  readonly serviceIds: string[]
  readonly wanted: (typeof bulkActions)[number]
  readonly change: Change
  /** What was left out: no service was chosen, or the deletion was not confirmed. */
  readonly fault: 'unchosen' | 'unsure' | null
}

/** Reads the form below the list. `all` chooses the services that it showed, whatever is ticked. */
export function typedBulk(form: FormData): TypedBulk {
  const chosen = form.has('all') ? textOf(form, 'shown').split(' ') : form.getAll('serviceIds').map(String)
  const serviceIds = chosen.filter((id) => id !== '').slice(0, bulkServicesMax)
  const wanted = bulkActions.find((name) => name === textOf(form, 'action')) ?? 'PAUSE'
  const isUnsure = wanted === 'DELETE' && !form.has('sure')
  const fault = serviceIds.length === 0 ? 'unchosen' : isUnsure ? 'unsure' : null
  return { serviceIds, wanted, change: changeOf(wanted, form), fault }
}

function changeOf(wanted: TypedBulk['wanted'], form: FormData): Change {
  const value = textOf(form, 'value').trim()
  if (wanted === 'SET_PLACES') return { action: wanted, places: form.getAll('places').map(String) }
  if (wanted === 'SET_INTERVAL') return { action: wanted, intervalSeconds: Number(value) }
  if (wanted === 'ADD_TAGS' || wanted === 'REMOVE_TAGS')
    return { action: wanted, tags: value.split(',').flatMap((tag) => (tag.trim() === '' ? [] : [tag.trim()])) }
  return { action: wanted }
}
