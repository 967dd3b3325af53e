import type {
  ConfigurationChanges,
  ConfiguredService,
  ConfiguredWindow,
  MonitoringConfiguration,
} from '@bollard/contracts'
import { secretPathOf, splitSecret } from '../service/secrets.ts'
import type { Stored, StoredService, StoredWindow } from './stored-configuration.ts'

type FieldChange = ConfigurationChanges['changed'][number]['fields'][number]

/** Something of a file beside what it changes. */
interface Changed<InFile, Kept> {
  readonly index: number
  readonly file: InFile
  readonly stored: Kept
  readonly fields: readonly FieldChange[]
}

/** What has to be done so that a solution monitors what a file says. */
export interface Difference {
  readonly services: {
    readonly created: readonly { readonly index: number; readonly file: ConfiguredService }[]
    readonly changed: readonly Changed<ConfiguredService, StoredService>[]
    readonly missing: readonly StoredService[]
  }
  readonly windows: {
    readonly created: readonly { readonly index: number; readonly file: ConfiguredWindow }[]
    readonly changed: readonly Changed<ConfiguredWindow, StoredWindow>[]
    readonly missing: readonly StoredWindow[]
  }
  readonly unchanged: number
}

/** Compares a file with what is kept, by keys. */
export function compare(file: MonitoringConfiguration, stored: Stored): Difference {
  const services = pair(file.services, stored.services, serviceChanges)
  const windows = pair(file.maintenance, stored.windows, (one, kept) => fieldChanges(kept.file, one, ''))
  return { services, windows, unchanged: services.unchanged + windows.unchanged }
}

/** As it is told, without any secret. */
export function toChanges(
  { services, windows, unchanged }: Difference,
  { applied, deleteMissing, revision }: { applied: boolean; deleteMissing: boolean; revision: string },
): ConfigurationChanges {
  const service = ({ key, name }: ConfiguredService) => ({ kind: 'SERVICE' as const, key, name })
  const window = ({ key, title }: ConfiguredWindow) => ({ kind: 'MAINTENANCE' as const, key, name: title })
  const missing = [
    ...services.missing.map(({ file }) => service(file)),
    ...windows.missing.map(({ file }) => window(file)),
  ]
  return {
    applied,
    revision,
    created: [...services.created.map(({ file }) => service(file)), ...windows.created.map(({ file }) => window(file))],
    changed: [
      ...services.changed.map(({ file, fields }) => ({ ...service(file), fields: [...fields] })),
      ...windows.changed.map(({ file, fields }) => ({ ...window(file), fields: [...fields] })),
    ],
    deleted: deleteMissing ? missing : [],
    kept: deleteMissing ? 0 : missing.length,
    unchanged,
  }
}

function pair<InFile extends { readonly key: string }, Kept>(
  inFile: readonly InFile[],
  stored: ReadonlyMap<string, Kept>,
  changesOf: (file: InFile, kept: Kept) => readonly FieldChange[],
) {
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
  }
}

/** A secret that the file brings counts as changed, since what is kept cannot be read; one that is null stays. */
function serviceChanges(file: ConfiguredService, { file: before }: StoredService): FieldChange[] {
  const { check, ...rest } = file
  const { config, secret } = check.kind === 'GROUP' ? { config: check, secret: null } : splitSecret(check)
  const pointer = check.kind === 'GROUP' ? null : secretPathOf(check)
  const secrets = secret === null || pointer === null ? [] : [{ pointer, before: null, after: null, secret: true }]
  return [...fieldChanges(before, { ...rest, check: config }, ''), ...secrets]
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
