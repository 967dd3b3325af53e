import { type Belongings, kinds } from '../api/kinds.ts'
import { stageBegins } from './stage.ts'

/** Replaces what is another each time, or would look like somebody's secret, by what is plainly made up and has the same form. */
export type Mask = (value: unknown) => unknown

/** As many entries of a list are enough to tell what it is of. */
const entriesMax = 2
/** A contract says how many these are. */
const whole = new Set(['recoveryCodes'])
/** Longer texts, such as the source of a mail, end with an ellipsis. */
const textMax = 300
/** Longer keys are shortened. */
const keyMax = 200

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/giu
const time = /\b(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3})?Z/gu
const recoveryCode = /\b[0-9A-Z]{6}(?:-[0-9A-Z]{6}){3}\b/gu
/** What only a key, a token, a signature or a hash looks like. */
export const secretLike = /(?<![\w-])(?:btk\d\.[\w-]{20,}|whsec_[\w+/]+=*|[\w-]{20,})/gu
/** Those of our keys and tokens; what follows in keys is letters, digits and the separator of their last part. */
const prefixOfKey = /^(?:bsk_|bsec_|bby_|bit_|btk\d\.|whsec_)/u
const sixDigits = /^\d{6}$/u
const fiveMinutesMs = 5 * 60_000
const dayMs = 86_400_000

/** A mask for one operation: ids of Ada's things are the same in all of them, others are numbered as they come. */
export function createMask({
  its,
  origins,
}: {
  readonly its: Belongings
  readonly origins: ReadonlyMap<string, string>
}): Mask {
  const known = new Map(kinds.map((kind, index) => [its[kind].toLowerCase(), idOf(8, index + 1)]))
  const met = new Map<string, string>()
  const maskId = (id: string): string => {
    const key = id.toLowerCase()
    const masked = known.get(key) ?? met.get(key) ?? idOf(9, met.size + 1)
    if (!known.has(key)) met.set(key, masked)
    return masked
  }
  function maskText(text: string): string {
    let masked = text
    for (const [origin, name] of origins) masked = masked.replaceAll(origin, `https://${name}.bollard.example`)
    masked = masked.replaceAll(
      time,
      (_whole, second: string, fraction = '') => `${roundTime(second)}${fraction && '.000'}Z`,
    )
    masked = masked.replaceAll(recoveryCode, 'EXAMPL-EXAMPL-EXAMPL-EXAMPL')
    // Ids are no secrets, so what lies between them is looked at.
    const ids = masked.match(uuid) ?? []
    return masked
      .split(uuid)
      .map((part) => part.replaceAll(secretLike, (run) => (isSecret(run) ? maskSecret(run) : run)))
      .reduce((before, part, index) => before + maskId(ids[index - 1] ?? '') + part)
  }
  function mask(value: unknown, name = ''): unknown {
    if (Array.isArray(value))
      return (whole.has(name) ? value : value.slice(0, entriesMax)).map((entry) => mask(entry, name))
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, held]) => [maskText(key), mask(held, key)]))
    if (typeof value === 'number') return fixedNumbers[name] ?? value
    if (typeof value !== 'string') return value
    if (name === 'prefix') return `${prefixOfKey.exec(value)?.[0] ?? ''}EXAM`
    // A contract says that it is hexadecimal.
    if (name === 'signature' && /^[\da-f]{64}$/u.test(value)) return 'decade'.repeat(11).slice(0, 64)
    // Of an import it is the name of a product.
    if (name === 'source' && /^[A-Z_]+$/u.test(value)) return value
    if (name in fixedTexts) return fixedTexts[name]
    // Passkeys are of the host of the identity site.
    if (value === '127.0.0.1') return 'identity.bollard.example'
    // Ports of the run, among the settings.
    if (name === 'value' && /^\d{4,5}$/u.test(value)) return '8080'
    if (sixDigits.test(value)) return '123456'
    const masked = maskText(value)
    return masked.length > textMax && !/^[\w.-]+$/u.test(masked) ? `${masked.slice(0, textMax)}…` : masked
  }
  return (value) => mask(value)
}

/** Figures that hang on how large a file or how fast a machine is. */
const fixedNumbers: Readonly<Record<string, number>> = {
  bytes: 4096,
  checkMs: 180,
  check_ms: 180,
  checkMsMedian: 180,
  checkMsP95: 270,
  created: 1_772_442_600,
}
/** Texts that are secrets, or parts of some, and too short to be told from words. */
const fixedTexts: Readonly<Record<string, string>> = {
  password: 'EXAMPLE of a long passphrase',
  currentPassword: 'EXAMPLE of a long passphrase',
  newPassword: 'EXAMPLE of another passphrase',
  last4: 'MPLE',
  referralCode: 'EXAMPLEABC',
  signature: 'EXAMPLE'.repeat(12),
  source: 'Auto-Submitted: auto-generated\n…',
}

/** Version 7, as the services make them. */
function idOf(place: 8 | 9, number: number): string {
  return `01900000-0000-7000-${place}000-${String(number).padStart(12, '0')}`
}

/** Random characters have digits and letters, words have none or few of one of them. */
export function isSecret(run: string): boolean {
  return /\d/u.test(run) && (run.match(/[a-z]/giu) ?? []).length >= 6 && !/EXAMPLE/iu.test(run)
}

function maskSecret(run: string): string {
  const [prefix = ''] = prefixOfKey.exec(run) ?? []
  const [, rest = '', padding = ''] = /^(.*?)(=*)$/u.exec(run.slice(prefix.length)) ?? []
  const parts = prefix.startsWith('bsec') ? rest.split('_') : [rest]
  const masked = parts.map((part) => 'EXAMPLE'.repeat(Math.ceil(keyMax / 7)).slice(0, Math.min(part.length, keyMax)))
  return prefix + masked.join('_') + padding
}

/** So that the same run an hour or a machine later gives the same example. What takes its time from the machine happens when all else does. */
function roundTime(second: string): string {
  const told = Date.parse(`${second}Z`)
  const at = Math.abs(told - Date.now()) < dayMs ? stageBegins.getTime() : told
  return new Date(at - (at % fiveMinutesMs)).toISOString().slice(0, 19)
}
