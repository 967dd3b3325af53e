import {
  configurationKeySchema,
  type MonitoringConfiguration,
  monitoredServicesMax,
  monitoringConfigurationSchema,
  type Unmapped,
} from '@bollard/contracts'
import { z } from 'zod'
import { createAlertingDraft } from './draft-alerting.ts'
import type { Note } from './note.ts'

export type { Note } from './note.ts'

const [serviceSchema, windowSchema] = [
  monitoringConfigurationSchema.shape.services.unwrap().element,
  monitoringConfigurationSchema.shape.maintenance.unwrap().element,
]
type ServiceInput = z.input<typeof serviceSchema>
/** What a service checks, before its defaults. */
export type CheckInput = ServiceInput['check']
type WindowInput = z.input<typeof windowSchema>

/** What another product monitors, as it becomes a configuration, and a list of what it does not become. */
export interface Draft {
  readonly file: MonitoringConfiguration
  readonly unmapped: readonly Unmapped[]
}

/** Collects services and windows. What no schema would let in is noted and left out, so that one bad line loses nothing else. */
export function createDraft() {
  const services = new Map<string, z.output<typeof serviceSchema>>()
  const windows = new Map<string, z.output<typeof windowSchema>>()
  const unmapped: Unmapped[] = []
  const noteOn =
    (name: string): Note =>
    (reason, field = null, value = null) =>
      unmapped.push({ reason, name: shorten(name), field, value: value === null ? null : shorten(asText(value)) })
  function take<Schema extends z.ZodType>(schema: Schema, input: unknown, note: Note): z.output<Schema> | null {
    const parsed = schema.safeParse(input)
    if (parsed.success) return parsed.data
    for (const { path, code } of parsed.error.issues.slice(0, 5)) {
      const field = path.map(String).join('.')
      note('value-invalid', field, isSecret(field) ? null : (valueAt(input, path) ?? code))
    }
    return null
  }
  return {
    noteOn,
    /** Who is told. */
    alerting: createAlertingDraft(noteOn),
    /** Takes a service; false where it could not be taken. Keys that come twice get a number. */
    addService(input: ServiceInput): boolean {
      const note = noteOn(input.name)
      const taken = take(serviceSchema, { ...input, key: freeKey(input.key, services) }, note)
      if (taken === null) return false
      if (services.size >= monitoredServicesMax) note('value-invalid')
      else services.set(taken.key, taken)
      return true
    },
    addWindow(input: WindowInput): void {
      const taken = take(windowSchema, { ...input, key: freeKey(input.key, windows) }, noteOn(input.title))
      if (taken !== null) windows.set(taken.key, taken)
    },
    hasService: (key: string): boolean => services.has(key),
    finish(): Draft {
      const file = { services: [...services.values()], maintenance: [...windows.values()] }
      return { file: { version: 1, ...file, ...this.alerting.finish(), secretsLeftOut: [] }, unmapped }
    },
  }
}
export type DraftInHand = ReturnType<typeof createDraft>

/** A key out of a name: letters and digits, the rest as hyphens. */
export function keyFrom(text: string, otherwise: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, '-')
    .slice(0, 90)
    .replaceAll(/^-+|-+$/gu, '')
  return configurationKeySchema.safeParse(plain).success ? plain : otherwise
}

/** A name that fits: one line, without control characters and halves of characters. */
export function nameFrom(text: unknown, otherwise: string): string {
  return lineOf(asText(text ?? ''), 100) || otherwise
}

/** Several lines of text that fit onto a page, without control characters and halves of characters. */
export function textFrom(text: unknown): string {
  const plain = asText(text ?? '')
    .toWellFormed()
    .replaceAll('\r\n', '\n')
  return plain.replaceAll(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\ufffd]/gu, '').trim()
}

/** Tags that fit, at most ten; the others are noted. */
export function tagsFrom(texts: readonly string[], note: Note): string[] {
  const fitting = texts.map((text) => lineOf(text, 40)).filter((tag) => tag !== '')
  const tags = [...new Set(fitting)]
  if (tags.length > 10) note('value-adjusted', 'tags', tags.slice(10).join(', '))
  return tags.slice(0, 10)
}

/** A whole number within bounds; noted where it had to be changed. */
export function fit(value: number, [min, max]: readonly [number, number], note: Note, field: string): number {
  const whole = Math.min(max, Math.max(min, Math.round(value)))
  if (whole !== value) note('value-adjusted', field, value)
  return whole
}

/** Headers as the contract has them. What carries a secret is given to `authentication`, or noted. */
export function splitHeaders(headers: Readonly<Record<string, unknown>>, note: Note) {
  const rest: { name: string; value: string }[] = []
  let authentication: { kind: 'BEARER'; token: string } | { kind: 'BASIC'; user: string; password: string } | null =
    null
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase() !== 'authorization') rest.push({ name, value: asText(value) })
    else authentication = authenticationFrom(asText(value))
    if (name.toLowerCase() === 'authorization' && authentication === null) note('set-up-anew', 'headers/authorization')
  }
  return { headers: rest, authentication }
}

function authenticationFrom(value: string) {
  const [scheme = '', token = ''] = value.trim().split(/\s+/u)
  if (token === '') return null
  if (scheme.toLowerCase() === 'bearer') return { kind: 'BEARER' as const, token }
  if (scheme.toLowerCase() !== 'basic') return null
  const [user = '', ...password] = Buffer.from(token, 'base64').toString().split(':')
  return user === '' || password.length === 0 ? null : { kind: 'BASIC' as const, user, password: password.join(':') }
}

function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = key
  for (let number = 2; taken.has(free); number++) free = `${key}-${number}`
  return free
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Readonly<Record<PropertyKey, unknown>> | null)?.[name], input)
}

function isSecret(field: string): boolean {
  return /authentication|headers|body|token|password|certificate/iu.test(field)
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function shorten(text: string): string {
  return lineOf(text, 200)
}

function lineOf(text: string, max: number): string {
  const line = text.toWellFormed().replaceAll(/[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]+/gu, ' ')
  return line.trim().slice(0, max).toWellFormed().replaceAll('\ufffd', '').trim()
}
