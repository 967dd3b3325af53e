import { holdsAddress } from '@bollard/addresses'
import { createVerdictMemory } from './verdict-memory.ts'

/** Who answers questions about names: a `Resolver` of `node:dns/promises` fits. */
export interface NameService {
  reverse(address: string): Promise<readonly string[]>
  resolve4(name: string): Promise<readonly string[]>
  resolve6(name: string): Promise<readonly string[]>
}

/**
 * What the name of an address says about its owner. `OTHER`: it has none, or that of somebody else. `UNKNOWN`: nobody could
 * be asked, or anyone can have such a name.
 */
export type NameVerdict = 'CONFIRMED' | 'OTHER' | 'UNKNOWN'

/** Tells whether an address has a name under one of some domains that leads back to it. */
export interface ReverseNames {
  /** At once where it is remembered. Never rejects. */
  check(address: string, domains: Domains): NameVerdict | Promise<NameVerdict>
}

export interface Domains {
  readonly names: readonly string[]
  readonly sharedNames?: readonly string[]
}

export interface ReverseNamesOptions {
  readonly dns: NameService
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** For one address, all questions together. */
  readonly limitMs?: number
  /** Addresses remembered of each kind of answer. */
  readonly entriesMax?: number
}

const minute = 60_000
/** Addresses of crawlers hardly change; who is confirmed stays so through a day's outage of DNS. */
const confirmedMs = 6 * 60 * minute
const confirmedKeptMs = 48 * 60 * minute
const otherMs = 60 * minute
/** Short, so that a name service that is back is soon asked, and one that is away isn't asked for every request. */
const unknownMs = minute / 2
/** Questions at a time: a flood of liars from many addresses must not become one of questions. */
const waitingMax = 64
/** Names of one address that are followed. */
const namesMax = 3
/** Answers that say that there is nothing, in place of none. */
const nothing: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks for names of addresses and back again, within bounds of time, number and memory. */
export function createReverseNames({
  dns,
  now,
  limitMs = 1_500,
  entriesMax = 20_000,
}: ReverseNamesOptions): ReverseNames {
  // Apart, so that liars, of whom there are any number, don't push out those who are confirmed.
  const confirmed = createVerdictMemory<'CONFIRMED'>(entriesMax)
  const refused = createVerdictMemory<'OTHER' | 'UNKNOWN'>(entriesMax)
  const waiting = new Map<string, Promise<NameVerdict>>()

  async function ask(key: string, address: string, domains: Domains): Promise<NameVerdict> {
    const verdict = await withinTime(followNames(dns, address, domains), limitMs)
    const at = now()
    if (verdict === 'CONFIRMED') confirmed.remember(key, verdict, at, confirmedMs, confirmedKeptMs)
    else refused.remember(key, verdict, at, verdict === 'OTHER' ? otherMs : unknownMs, 0)
    const before = verdict === 'UNKNOWN' ? confirmed.recall(key, at) : null
    return before?.value ?? verdict
  }

  return {
    check(address, domains) {
      const key = `${address} ${domains.names.join(' ')}`
      const known = confirmed.recall(key, now())
      if (known !== null && !known.isDue) return known.value
      const other = refused.recall(key, now())
      if (other !== null) return other.value === 'UNKNOWN' && known !== null ? known.value : other.value
      const asked = waiting.get(key)
      if (asked !== undefined) return asked
      if (waiting.size >= waitingMax) return known?.value ?? 'UNKNOWN'
      const asking = ask(key, address, domains).finally(() => waiting.delete(key))
      waiting.set(key, asking)
      return asking
    },
  }
}

async function followNames(dns: NameService, address: string, domains: Domains): Promise<NameVerdict> {
  const names = await answerOf(() => dns.reverse(address))
  if (names === null) return 'UNKNOWN'
  const fitting = names.map(plainName).filter((name) => isUnder(name, domains.names))
  let verdict: NameVerdict = names.some((name) => isUnder(plainName(name), domains.sharedNames ?? []))
    ? 'UNKNOWN'
    : 'OTHER'
  for (const name of fitting.slice(0, namesMax)) {
    const back = await answerOf(() => (address.includes(':') ? dns.resolve6(name) : dns.resolve4(name)))
    if (back === null) verdict = 'UNKNOWN'
    else if (holdsAddress(back, address)) return 'CONFIRMED'
  }
  return verdict
}

/** What was answered, empty where there is nothing; null where nobody answered. */
async function answerOf(question: () => Promise<readonly string[]>): Promise<readonly string[] | null> {
  try {
    return await question()
  } catch (error) {
    return nothing.has((error as { readonly code?: unknown } | null)?.code) ? [] : null
  }
}

/** A name as it is compared: in lower case, without the dot of the root; "" where it isn't one of a host. */
function plainName(name: string): string {
  const plain = name.toLowerCase().replace(/\.$/u, '')
  return plain.length <= 253 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/u.test(plain) ? plain : ''
}

/** Whether a name has more labels in front of those of a domain. */
function isUnder(name: string, domains: readonly string[]): boolean {
  return domains.some((domain) => name.endsWith(`.${domain}`))
}

async function withinTime(verdict: Promise<NameVerdict>, limitMs: number): Promise<NameVerdict> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<NameVerdict>((resolve) => {
    timer = setTimeout(() => resolve('UNKNOWN'), limitMs)
  })
  return Promise.race([verdict, late]).finally(() => clearTimeout(timer))
}
