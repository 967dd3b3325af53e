import { textOf } from '@bollard/site-kit'

/** Ids of rules, the first asked first. */
export type RuleOrder = readonly string[]

/** Moves one rule by so many places; at the ends nothing happens. */
export function moved(order: RuleOrder, id: string, by: number): RuleOrder {
  const from = order.indexOf(id)
  const to = from + by
  if (from === -1 || to < 0 || to >= order.length) return order
  const rest = order.filter((one) => one !== id)
  return [...rest.slice(0, to), id, ...rest.slice(to)]
}

/** The order that a form asks for. Without scripts it is that of the page, with one rule moved by its button: `move` is `<id> -1`. */
export function readOrder(form: FormData): RuleOrder {
  const order = textOf(form, 'order').split(' ').filter(Boolean)
  const [id = '', by = '0'] = textOf(form, 'move').split(' ')
  return moved(order, id, Number(by))
}

/** What somebody wanted of rules some of which have gone or come meanwhile: those that came stay where they are asked now. */
export function fitOrder(wanted: RuleOrder, current: RuleOrder): RuleOrder {
  const known = wanted.filter((id) => current.includes(id))
  return current.reduce<RuleOrder>((order, id, at) => {
    if (order.includes(id)) return order
    const before = current.slice(0, at).findLast((one) => order.includes(one))
    const place = before === undefined ? 0 : order.indexOf(before) + 1
    return [...order.slice(0, place), id, ...order.slice(place)]
  }, known)
}
