import { isIP } from 'node:net'
import { Resolver } from 'node:dns/promises'
import type { MailResolver } from '@bollard/validations'

/** What name servers are asked through; `node:dns` in production. */
export interface NameServers {
  resolveMx(domain: string): Promise<readonly { readonly exchange: string; readonly priority: number }[]>
  resolve4(domain: string): Promise<readonly string[]>
  resolve6(domain: string): Promise<readonly string[]>
}

interface Kept<T> {
  readonly answer: Promise<readonly T[]>
  readonly until: number
}

const keptMs = 600_000
/** Domains that are remembered at once; the oldest go first. */
const keptMax = 10_000
/** Questions that wait for an answer at once; more say at once that nobody could be asked. */
const askedMax = 200

/** Node's own name servers: two tries of at most 700 ms, since a visitor waits. */
export function systemNameServers(): NameServers {
  return new Resolver({ timeout: 700, tries: 2 })
}

/**
 * Asks name servers about domains and remembers for ten minutes what they said, also that there is nothing; what they did
 * not say is asked anew. A flood of made-up domains ends in `busy` errors, which count against nobody.
 */
export function createMailResolver(servers: NameServers, now: () => Date): MailResolver {
  const waiting = { count: 0 }
  const mail = remember((domain: string) => servers.resolveMx(domain), waiting, now)
  const addresses = remember(
    async (domain: string) => [
      ...(await servers.resolve4(domain).catch(noneWhereNone)),
      ...(await servers.resolve6(domain).catch(noneWhereNone)),
    ],
    waiting,
    now,
  )
  return {
    resolveMx: mail,
    async resolveAddresses(domain) {
      return (await addresses(domain)).filter((address) => isIP(address) !== 0)
    },
  }
}

function remember<T>(
  ask: (domain: string) => Promise<readonly T[]>,
  waiting: { count: number },
  now: () => Date,
): (domain: string) => Promise<readonly T[]> {
  const kept = new Map<string, Kept<T>>()
  return (domain) => {
    const at = now().getTime()
    const known = kept.get(domain)
    if (known !== undefined && known.until > at) return known.answer
    if (waiting.count >= askedMax) return Promise.reject(new Error('busy: too many questions wait for name servers'))
    waiting.count += 1
    const answer = ask(domain)
      .catch(noneWhereNone)
      .finally(() => {
        waiting.count -= 1
      })
    kept.delete(domain)
    kept.set(domain, { answer, until: at + keptMs })
    answer.catch(() => kept.get(domain)?.answer === answer && kept.delete(domain))
    const [oldest] = kept.size > keptMax ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    return answer
  }
}

/** Name servers say in two ways that there is nothing. Everything else is no answer. */
function noneWhereNone(error: unknown): [] {
  const { code } = error as { code?: unknown }
  if (code === 'ENODATA' || code === 'ENOTFOUND') return []
  throw error
}
