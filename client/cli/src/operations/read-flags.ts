import { Fault } from '../fault.ts'

/** What a command line says behind its command. A flag without a value is true. */
export interface Line {
  readonly words: readonly string[]
  readonly flags: ReadonlyMap<string, readonly (string | true)[]>
}

/** Flags that never take the word behind them. */
const switches = new Set([
  'json',
  'all',
  'yes',
  'dry-run',
  'help',
  'version',
  'bots',
  'prune',
  'what-if',
  'allow-writes',
])

/** Reads `--name value`, `--name=value` and `--switch`; behind `--` everything is a word. */
export function readLine(argv: readonly string[]): Line {
  const words: string[] = []
  const flags = new Map<string, (string | true)[]>()
  for (let at = 0; at < argv.length; at++) {
    const given = argv[at] ?? ''
    if (given === '--') {
      words.push(...argv.slice(at + 1))
      break
    }
    const [, name = '', value] = /^--([a-z][a-z\d-]*)(?:=([\s\S]*))?$/u.exec(given) ?? []
    if (name === '' && /^-./u.test(given))
      throw new Fault('usage', 'flag-invalid', `"${given}" is no flag; flags are written as --name.`, {
        fields: [{ pointer: given, code: 'flag-invalid' }],
      })
    if (name === '') {
      words.push(given)
      continue
    }
    const next = argv[at + 1]
    const takesNext = value === undefined && !switches.has(name) && next !== undefined && !next.startsWith('--')
    if (takesNext) at++
    flags.set(name, [...(flags.get(name) ?? []), value ?? (takesNext ? (next ?? true) : true)])
  }
  return { words, flags }
}

/** The value of a flag that is given at most once; undefined without it. */
export function flagOf({ flags }: Line, name: string): string | undefined {
  const values = flags.get(name)
  if (values === undefined) return undefined
  const [value] = values
  if (values.length > 1) throw flagFault(name, 'flag-repeated', 'is given more than once')
  if (value === true || value === undefined) throw flagFault(name, 'value-missing', 'needs a value')
  return value
}

export function hasFlag({ flags }: Line, name: string): boolean {
  const values = flags.get(name)
  if (values?.some((value) => value !== true)) throw flagFault(name, 'value-unexpected', 'takes no value')
  return values !== undefined
}

/** Refuses every flag that the command doesn't know, so that a mistyped --dry-run never becomes a real run. */
export function refuseOtherFlags({ flags }: Line, known: readonly string[]): void {
  for (const name of flags.keys())
    if (!known.includes(name)) throw flagFault(name, 'flag-unknown', 'is unknown to this command')
}

export function flagFault(name: string, code: string, message: string): Fault {
  return new Fault('usage', code, `--${name} ${message}.`, { fields: [{ pointer: `--${name}`, code }] })
}
