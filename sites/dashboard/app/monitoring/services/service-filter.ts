import type { ServiceQuery } from '@bollard/contracts'
import { textOf } from '@bollard/site-kit'
import { stateOrder } from '../state-pill.tsx'
import { kindOf } from './typed-service.ts'

export type ServiceFilter = Pick<ServiceQuery, 'search' | 'state' | 'kind' | 'tag'>

/** What the address of the list asks for; what there is no such thing of is left out. */
export function filterOf(search: URLSearchParams): ServiceFilter {
  const text = textOf(search, 'search').trim().slice(0, 100)
  const state = stateOrder.find((one) => one === search.get('state'))
  const kind = kindOf(search.get('kind'))
  const tag = textOf(search, 'tag').trim().slice(0, 40)
  return { ...(text && { search: text }), ...(state && { state }), ...(kind && { kind }), ...(tag && { tag }) }
}

export const isFiltered = (filter: ServiceFilter): boolean => Object.keys(filter).length > 0
