import type { OnCallScheduleAnswer, OnCallScheduleNew } from '@bollard/contracts'
import { hoursOf, shownHours } from '../weekly-hours.ts'

/** An on-call schedule as somebody typed it: every field by its place in what is sent. */
export type TypedSchedule = Readonly<Record<string, string>>

export const layersMax = 10
export const overridesMax = 100
/** Turns of one layer that the form has room for beyond those that there are. */
export const moreTurns = 3
const turnsMax = 100

export const newSchedule = (timeZone: string, today: string): TypedSchedule => ({
  timeZone,
  'layers/0/startDay': today,
  'layers/0/handOver/every': 'WEEK',
  'layers/0/handOver/interval': '1',
  'layers/0/handOver/time': '09:00',
})

export function typedSchedule(form: FormData): TypedSchedule {
  return Object.fromEntries(
    Array.from(new Set(form.keys()), (name) => [name, form.getAll(name).map(String).join('\n')]),
  )
}

export function shownSchedule({ name, timeZone, layers, overrides }: OnCallScheduleAnswer): TypedSchedule {
  const values: Record<string, string> = { name, timeZone }
  for (const [row, { channelIds, handOver, startDay, hours }] of layers.entries()) {
    const at = `layers/${row}`
    for (const [turn, id] of channelIds.entries()) values[`${at}/channelIds/${turn}`] = id
    values[`${at}/startDay`] = startDay
    for (const [field, value] of Object.entries(handOver)) values[`${at}/handOver/${field}`] = String(value)
    Object.assign(values, shownHours(`${at}/hours`, hours ?? []))
  }
  for (const [row, { from, until, channelId }] of overrides.entries()) {
    values[`overrides/${row}/from`] = from.slice(0, 16)
    values[`overrides/${row}/until`] = until.slice(0, 16)
    values[`overrides/${row}/channelId`] = channelId ?? ''
  }
  return values
}

/** Channels of one layer in the order of their turns. */
export function turnsOf(typed: TypedSchedule, layer: number): string[] {
  return Array.from({ length: turnsMax }, (_, turn) => typed[`layers/${layer}/channelIds/${turn}`] ?? '').filter(
    Boolean,
  )
}

/** Rows of the form that have turns, or an override that has a beginning. */
export const usedLayers = (typed: TypedSchedule) =>
  Array.from({ length: layersMax }, (_, row) => row).filter((row) => turnsOf(typed, row).length > 0)
export const usedOverrides = (typed: TypedSchedule) =>
  Array.from({ length: overridesMax }, (_, row) => row).filter((row) => (typed[`overrides/${row}/from`] ?? '') !== '')

/** As it is sent. Layers without turns and overrides without a beginning are left out; times of overrides are those of UTC. */
export function scheduleOf(typed: TypedSchedule): OnCallScheduleNew {
  const text = (name: string) => (typed[name] ?? '').trim()
  const utc = (name: string) => (text(name) === '' ? '' : `${text(name).slice(0, 16)}:00.000Z`)
  return {
    name: text('name'),
    timeZone: text('timeZone'),
    layers: usedLayers(typed).map((row) => {
      const at = `layers/${row}`
      const hours = hoursOf(`${at}/hours`, typed)
      return {
        channelIds: turnsOf(typed, row),
        handOver: {
          every: text(`${at}/handOver/every`) === 'DAY' ? ('DAY' as const) : ('WEEK' as const),
          interval: Number(text(`${at}/handOver/interval`)),
          time: text(`${at}/handOver/time`),
        },
        startDay: text(`${at}/startDay`),
        hours: hours.length === 0 ? null : hours,
      }
    }),
    overrides: usedOverrides(typed).map((row) => ({
      from: utc(`overrides/${row}/from`),
      until: utc(`overrides/${row}/until`),
      channelId: text(`overrides/${row}/channelId`) === '' ? null : text(`overrides/${row}/channelId`),
    })),
  }
}
