import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLocalName, isPublicAddress } from '@bollard/addresses'
import type { DnsRecordType, Targets } from '../check.ts'
import { dnsFault, findHost, readHost } from '../connection/find-host.ts'
import type { ProbeRun } from '../connection/probe-run.ts'
import { CheckFault } from '../faults.ts'
import { type Finding, finding } from '../finding.ts'

const answersMax = 50
const answerLengthMax = 500

/**
 * Asks for the records of a name and compares them. They are written as in a zone file, names without a dot at the end: `10
 * mail.example.org` for MX, `0 issue "ca.example"` for CAA, `priority weight port name` for SRV, `name contact serial refresh
 * retry expire minimum` for SOA; the parts of a TXT record are joined.
 */
export async function checkDns(run: ProbeRun, target: Targets['DNS']): Promise<Finding> {
  const name = readName(run, target)
  const resolver = new Resolver({ timeout: Math.min(5_000, Math.max(1, Math.round(run.left()))), tries: 2 })
  const held = run.hold({ destroy: () => resolver.cancel(), on: () => undefined })
  const address = target.resolver === null ? null : await resolverAddress(run, target.resolver)
  if (address !== null)
    resolver.setServers([isIP(address) === 6 ? `[${address}]:${portOf(run)}` : `${address}:${portOf(run)}`])
  const from = run.elapsed()
  const answers = await readers[target.recordType](resolver, name).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENODATA') return []
    throw dnsFault(name, error)
  })
  run.took('dnsMs', from)
  held.destroy()
  if (target.resolver === null) refuseInner(run, answers)
  const fault = answerFault(answers, target)
  return finding({
    facts: {
      ...(address === null ? {} : { address }),
      answers: answers.slice(0, answersMax).map((answer) => answer.slice(0, answerLengthMax)),
    },
    content: { text: () => answers.join('\n'), bytes: Buffer.byteLength(answers.join('\n')) },
    fault,
  })
}

function readName({ options }: ProbeRun, target: Targets['DNS']): string {
  const name = readHost(target.name)
  if (isIP(name) !== 0) throw new CheckFault('target-invalid', 'an address has no records')
  if (!options.allowPrivate && target.resolver === null && isLocalName(name))
    throw new CheckFault('private-address', `${name} is a name of a private network`)
  return name
}

async function resolverAddress(run: ProbeRun, host: string): Promise<string | null> {
  const { addresses } = await findHost(run, host)
  // Finding the resolver is none of the name's time.
  run.phases.dnsMs = null
  return addresses[0]?.address ?? null
}

function portOf({ options }: ProbeRun): number {
  return options.dnsPort ?? 53
}

/** What the operator's own resolver knows of its network is nobody else's business. */
function refuseInner(
  { options: { allowPrivate, isPublic = isPublicAddress } }: ProbeRun,
  answers: readonly string[],
): void {
  if (!allowPrivate && answers.some((answer) => isIP(answer) !== 0 && !isPublic(answer)))
    throw new CheckFault('private-address', 'an answer is an address of a private network')
}

const readers: Readonly<Record<DnsRecordType, (resolver: Resolver, name: string) => Promise<string[]>>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(bare),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(bare),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${bare(exchange)}`),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')),
  SOA: async (resolver, name) => {
    const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = await resolver.resolveSoa(name)
    return [[bare(nsname), bare(hostmaster), serial, refresh, retry, expire, minttl].join(' ')]
  },
  CAA: async (resolver, name) =>
    (await resolver.resolveCaa(name)).flatMap(({ critical, ...properties }) =>
      Object.entries(properties)
        .filter(([tag]) => tag !== 'type')
        .map(([tag, value]) => `${critical} ${tag} "${String(value)}"`),
    ),
  SRV: async (resolver, name) =>
    (await resolver.resolveSrv(name)).map((record) =>
      [record.priority, record.weight, record.port, bare(record.name)].join(' '),
    ),
}

function bare(name: string): string {
  return name.toLowerCase().replace(/\.$/u, '')
}

function answerFault(answers: readonly string[], { expected, match, recordType }: Targets['DNS']): Finding['fault'] {
  if (answers.length === 0) return { code: 'dns-not-found', detail: `no ${recordType} records` }
  if (expected.length === 0) return null
  const found = new Set(answers.map((answer) => comparable(answer, recordType)))
  const missing = expected.filter((answer) => !found.has(comparable(answer, recordType)))
  const fits = match === 'ALL' ? missing.length === 0 : missing.length < expected.length
  return fits ? null : { code: 'dns-answer', detail: `missing: ${missing.join(', ').slice(0, 300)}` }
}

/** As it is compared: texts to the letter, everything else whatever its case, spaces, quotes and final dots. */
function comparable(answer: string, recordType: DnsRecordType): string {
  if (recordType === 'TXT') return answer
  const text = answer.trim().toLowerCase().replaceAll(/\s+/gu, ' ').replaceAll('"', '')
  const dotless = text.replaceAll(/\.(?= |$)/gu, '')
  if (recordType !== 'AAAA') return dotless
  return URL.parse(`http://[${dotless}]/`)?.hostname ?? dotless
}
