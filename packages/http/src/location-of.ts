import type { Route } from '@bollard/contracts'

/**
 * Where stands what a call has just created; undefined where the route names no place, or where nothing was created and the answer has
 * null there. Each `{name}` of `route.location` is a parameter of the call, or a field of the answer, such as `{id}` or `{webhook.id}`.
 */
export function locationOf(route: Pick<Route, 'location'>, params: unknown, answer: unknown): string | undefined {
  const { location } = route
  if (location === undefined) return undefined
  const values = new Map(
    Array.from(location.matchAll(/\{([\w.]+)\}/gu), ([, name = '']) => [name, valueOf(name, params, answer)]),
  )
  for (const [name, value] of values) {
    if (value === null) return undefined
    if (typeof value !== 'string') throw new Error(`The answer does not say the "${name}" of ${location}`)
  }
  return location.replaceAll(/\{([\w.]+)\}/gu, (_all, name: string) => encodeURIComponent(String(values.get(name))))
}

function valueOf(name: string, params: unknown, answer: unknown): unknown {
  return fieldOf(params, name) ?? name.split('.').reduce(fieldOf, answer)
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined
}
