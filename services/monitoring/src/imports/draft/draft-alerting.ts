import {
  alertRulesMax,
  channelInFileSchema,
  channelsMax,
  type ConfiguredChannel,
  type ConfiguredPage,
  type ConfiguredRule,
  pageInFileSchema,
  ruleInFileSchema,
  slugSchema,
  statusPagesMax,
} from '@bollard/contracts'
import { z } from 'zod'
import type { Note } from './note.ts'

type ChannelInput = z.input<typeof channelInFileSchema>
export type TargetInput = ChannelInput['target']
type RuleInput = z.input<typeof ruleInFileSchema>
type PageInput = z.input<typeof pageInFileSchema>

/** Services of one rule; more of them become several rules. */
const servicesMax = 1_000

/** Collects who is told. What no schema would let in is noted without its value, which may be a secret, and left out. */
export function createAlertingDraft(noteOn: (name: string) => Note) {
  const channels = new Map<string, ConfiguredChannel>()
  const rules = new Map<string, ConfiguredRule>()
  const pages = new Map<string, ConfiguredPage>()
  function take<Schema extends z.ZodType>(schema: Schema, input: unknown, note: Note): z.output<Schema> | null {
    const parsed = schema.safeParse(input)
    if (parsed.success) return parsed.data
    for (const { path } of parsed.error.issues.slice(0, 5)) note('value-invalid', path.map(String).join('.'))
    return null
  }
  function put<T extends { readonly key: string }>(
    all: Map<string, T>,
    taken: T | null,
    max: number,
    note: Note,
  ): void {
    if (taken === null) return
    if (all.size >= max) note('no-room')
    else all.set(taken.key, taken)
  }
  return {
    addChannel(input: ChannelInput): boolean {
      const note = noteOn(input.name)
      put(channels, take(channelInFileSchema, input, note), channelsMax, note)
      return channels.has(input.key)
    },
    /** A rule that tells one channel at once, as other products do. It needs services, or it would be of all. */
    addRule({
      channel,
      services,
      ...input
    }: Omit<RuleInput, 'steps' | 'services'> & { channel: string; services: readonly string[] }): void {
      const note = noteOn(input.name)
      const steps = [{ afterMinutes: 0, targets: [{ kind: 'CHANNEL' as const, key: channel }] }]
      for (let start = 0; start < services.length; start += servicesMax) {
        const key = start === 0 ? input.key : `${input.key}-${start / servicesMax + 1}`
        const rule = { ...input, key, services: services.slice(start, start + servicesMax), steps }
        put(rules, take(ruleInFileSchema, rule, note), alertRulesMax, note)
      }
    },
    addPage(input: PageInput): void {
      const note = noteOn(input.name)
      put(pages, take(pageInFileSchema, input, note), statusPagesMax, note)
    },
    finish: () => ({
      channels: [...channels.values()],
      alertRules: [...rules.values()],
      statusPages: [...pages.values()],
    }),
  }
}

/** A slug out of a text; `number` makes it another one. */
export function slugFrom(text: string, number = 1): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/gu, '-')
    .slice(0, 50)
    .replaceAll(/^-+|-+$/gu, '')
  const named = number === 1 ? plain : `${plain || 'status'}-${number}`
  return slugSchema.safeParse(named).success ? named : slugFrom(`status-${plain || 'page'}`, number)
}
