import type {
  ConfigurationChanges,
  ConfiguredChannel,
  ConfiguredPage,
  ConfiguredRule,
  ConfiguredSchedule,
  ConfiguredService,
  ConfiguredThing,
  ConfiguredWindow,
  MonitoringConfiguration,
} from '@bollard/contracts'
import { splitChannel } from '../channel/channel-secrets.ts'
import { givenSecretPathsOf, splitSecret } from '../service/secrets.ts'
import type { StoredChannel, StoredPage, StoredRule, StoredSchedule } from './stored-alerting.ts'
import type { Stored, StoredService, StoredWindow } from './stored-configuration.ts'

type FieldChange = ConfigurationChanges['changed'][number]['fields'][number]

/** Something of a file beside what it changes. */
interface Changed<InFile, Kept> {
  readonly index: number
  readonly file: InFile
  readonly stored: Kept
  readonly fields: readonly FieldChange[]
}

/** What has to be done with one kind of things. */
interface Compared<InFile, Kept> {
  readonly created: readonly { readonly index: number; readonly file: InFile }[]
  readonly changed: readonly Changed<InFile, Kept>[]
  /** What the list of the file lacks; none where the file has no such list. */
  readonly missing: readonly Kept[]
  readonly unchanged: number
  /** How many there are of what the file says nothing of. */
  readonly untouched: number
}

/** What has to be done so that a solution monitors what a file says. */
export interface Difference {
  readonly services: Compared<ConfiguredService, StoredService>
  readonly windows: Compared<ConfiguredWindow, StoredWindow>
  readonly channels: Compared<ConfiguredChannel, StoredChannel>
  readonly schedules: Compared<ConfiguredSchedule, StoredSchedule>
  readonly rules: Compared<ConfiguredRule, StoredRule>
  readonly pages: Compared<ConfiguredPage, StoredPage>
}

/** Compares a file with what is kept, by keys. */
export function compare(file: MonitoringConfiguration, stored: Stored): Difference {
  return {
    services: pair(file.services, stored.services, serviceChanges),
    windows: pair(file.maintenance, stored.windows, (one, kept) => fieldChanges(kept.file, one, '')),
    channels: pair(file.channels, stored.channels, channelChanges),
    schedules: pair(file.onCallSchedules, stored.schedules, (one, kept) => fieldChanges(kept.file, one, '')),
    rules: pair(file.alertRules, stored.rules, (one, kept) => fieldChanges(kept.file, one, '')),
    pages: pair(file.statusPages, stored.pages, pageChanges),
  }
}

/** As it is told, without any secret. */
export function toChanges(
  { services, windows, channels, schedules, rules, pages }: Difference,
  { applied, deleteMissing, revision }: { applied: boolean; deleteMissing: boolean; revision: string },
): ConfigurationChanges {
  const all = [
    told('SERVICE', services, ({ name }) => name),
    told('MAINTENANCE', windows, ({ title }) => title),
    told('CHANNEL', channels, ({ name }) => name),
    told('ON_CALL_SCHEDULE', schedules, ({ name }) => name),
    told('ALERT_RULE', rules, ({ name }) => name),
    told('STATUS_PAGE', pages, ({ name }) => name),
  ]
  const missing = all.flatMap((one) => one.missing)
  const sum = (of: (one: (typeof all)[number]) => number): number => all.reduce((total, one) => total + of(one), 0)
  return {
    applied,
    revision,
    created: all.flatMap((one) => one.created),
    changed: all.flatMap((one) => one.changed),
    deleted: deleteMissing ? missing : [],
    kept: sum(({ untouched }) => untouched) + (deleteMissing ? 0 : missing.length),
    unchanged: sum(({ unchanged }) => unchanged),
  }
}

function told<InFile extends { readonly key: string }, Kept extends { readonly file: InFile }>(
  kind: ConfiguredThing,
  { created, changed, missing, unchanged, untouched }: Compared<InFile, Kept>,
  nameOf: (file: InFile) => string,
) {
  const thing = (file: InFile) => ({ kind, key: file.key, name: nameOf(file) })
  return {
    created: created.map(({ file }) => thing(file)),
    changed: changed.map(({ file, fields }) => ({ ...thing(file), fields: [...fields] })),
    missing: missing.map(({ file }) => thing(file)),
    unchanged,
    untouched,
  }
}

function pair<InFile extends { readonly key: string }, Kept>(
  inFile: readonly InFile[] | undefined,
  stored: ReadonlyMap<string, Kept>,
  changesOf: (file: InFile, kept: Kept) => readonly FieldChange[],
): Compared<InFile, Kept> {
  if (inFile === undefined) return { created: [], changed: [], missing: [], unchanged: 0, untouched: stored.size }
  const named = new Set(inFile.map(({ key }) => key))
  const known = inFile.flatMap((file, index) => {
    const kept = stored.get(file.key)
    return kept === undefined ? [] : [{ index, file, stored: kept, fields: changesOf(file, kept) }]
  })
  const changed = known.filter(({ fields }) => fields.length > 0)
  return {
    created: inFile.flatMap((file, index) => (stored.has(file.key) ? [] : [{ index, file }])),
    changed,
    missing: [...stored].flatMap(([key, kept]) => (named.has(key) ? [] : [kept])),
    unchanged: known.length - changed.length,
    untouched: 0,
  }
}

/** A secret that the file brings counts as changed, since what is kept cannot be read; one that is null stays. */
function serviceChanges(file: ConfiguredService, { file: before }: StoredService): FieldChange[] {
  const { check, ...rest } = file
  // It has no secret, and names others by their keys.
  if (check.kind === 'GROUP') return fieldChanges(before, file, '')
  if (check.kind === 'FORM') {
    const { gateway, ...target } = check.target
    const shown = gateway === undefined ? check.target : { ...target, gateway: { secret: null } }
    const isGiven = gateway !== undefined && gateway.secret !== null
    const changes = fieldChanges(before, { ...rest, check: { ...check, target: shown } }, '')
    return isGiven ? [...changes, newSecret('/check/target/gateway/secret')] : changes
  }
  const secrets = givenSecretPathsOf(check).map(newSecret)
  return [...fieldChanges(before, { ...rest, check: splitSecret(check).config }, ''), ...secrets]
}

function channelChanges(file: ConfiguredChannel, { file: before }: StoredChannel): FieldChange[] {
  const { shown, given } = splitChannel(file.target)
  const group = shown.kind === 'PRESET' || shown.kind === 'REQUEST' ? 'secrets/' : ''
  const brought = Object.keys(given).filter((name) => given[name] !== null)
  const secrets = brought.map((name) => newSecret(`/target/${group}${name}`))
  return [...fieldChanges(before, { ...file, target: shown }, ''), ...secrets]
}

function pageChanges({ password, ...file }: ConfiguredPage, { file: before }: StoredPage): FieldChange[] {
  const secrets = password === null ? [] : [newSecret('/password')]
  return [...fieldChanges(before, { ...file, password: null }, ''), ...secrets]
}

function newSecret(pointer: string): FieldChange {
  return { pointer, before: null, after: null, secret: true }
}

function fieldChanges(before: object, after: object, at: string): FieldChange[] {
  const [one, other] = [before, after] as [Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name): FieldChange[] => {
    const [was, is] = [one[name] ?? null, other[name] ?? null]
    const pointer = `${at}/${name}`
    if (isPlain(was) && isPlain(is)) return fieldChanges(was, is, pointer)
    const [left, right] = [written(was), written(is)]
    return left === right ? [] : [{ pointer, before: left, after: right, secret: false }]
  })
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON with sorted names: the database keeps objects in an order of its own. */
function written(value: unknown): string | null {
  if (value === null) return null
  return JSON.stringify(value, (_name, one: unknown) =>
    isPlain(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  )
}
