import { LimitFault, createAllowList, createLimiters, createMemoryStore, usualLadder } from '@bollard/limits'
import { describeIssues } from '@bollard/http'
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import { formerPurposes, type GatewayPolicy, policySchema } from './schema.ts'

/** What is wrong, and where: a JSON pointer (RFC 6901) into the file, and its line and column from 1. */
export interface PolicyFault {
  readonly code: string
  readonly pointer: string
  readonly line: number
  readonly column: number
  readonly params: Readonly<Record<string, string | number>>
}

export type PolicyResult =
  | { readonly status: 'valid'; readonly policy: GatewayPolicy }
  | { readonly status: 'invalid'; readonly faults: readonly PolicyFault[] }

/** An alias stands for what it repeats: a few of them within each other could fill the memory. */
const aliasesMax = 100
const bytesMax = 4 * 1_048_576

/**
 * Reads the file of a gateway: YAML, or JSON, which is YAML too. Nothing in it is executed. All faults are told at once, in the order of
 * their lines. Files that it names, such as certificates, are not read here.
 */
export function readPolicy(text: string): PolicyResult {
  if (Buffer.byteLength(text) > bytesMax)
    return faulty([{ code: 'too-long', pointer: '', line: 1, column: 1, params: {} }])
  const lines = new LineCounter()
  const document = parseDocument(text, { version: '1.2', schema: 'core', lineCounter: lines, logLevel: 'silent' })
  const faults = [...document.errors, ...document.warnings]
  if (faults.length > 0)
    return faulty(
      faults.map(({ pos: [at] }) => {
        const { line, col } = lines.linePos(at)
        return { code: 'syntax', pointer: '', line, column: col, params: {} }
      }),
    )
  const place = placesIn(document, lines)
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: aliasesMax })
  } catch {
    return faulty([place({ code: 'too-many-aliases', pointer: '' })])
  }
  const parsed = policySchema.safeParse(value)
  if (!parsed.success) return faulty(describeIssues(parsed.error.issues, value).map(withNewWord).map(place))
  const policy = withUsualLadders(parsed.data)
  const crossed = crossFaults(policy)
  return crossed.length > 0 ? faulty(crossed.map(place)) : { status: 'valid', policy }
}

interface Fault {
  readonly code: string
  readonly pointer: string
  readonly params?: Readonly<Record<string, string | number>> | undefined
}

/** A purpose by another word is told the one that counts. */
function withNewWord(fault: Fault): Fault {
  const word = /\/programs\/(\w+)$/u.exec(fault.pointer)?.[1] ?? ''
  if (!Object.hasOwn(formerPurposes, word)) return fault
  return { ...fault, code: 'other-word', params: { use: formerPurposes[word] ?? '' } }
}

function faulty(faults: readonly PolicyFault[]): PolicyResult {
  return {
    status: 'invalid',
    faults: faults.toSorted((one, other) => one.line - other.line || one.column - other.column),
  }
}

/** Answers where a pointer stands: at its value, or at what it would have to stand in. */
function placesIn(document: Document, lines: LineCounter): (fault: Fault) => PolicyFault {
  return ({ code, pointer, params = {} }) => {
    let node: unknown = document.contents
    let offset = isNode(node) ? (node.range?.[0] ?? 0) : 0
    for (const step of pointer.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      if (isMap(node)) {
        const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name)
        if (pair === undefined) break
        if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
        node = pair.value
      } else if (isSeq(node)) {
        node = node.items[Number(name)]
        if (isNode(node)) offset = node.range?.[0] ?? offset
      } else break
    }
    const { line, col } = lines.linePos(offset)
    return { code, pointer, line, column: col, params }
  }
}

/** `ladder: USUAL` is the one that the package ships. */
function withUsualLadders(policy: GatewayPolicy): GatewayPolicy {
  const limiters = policy.limiters.map((one) => (one.ladder === 'USUAL' ? { ...one, ladder: usualLadder } : one))
  return { ...policy, limiters: limiters as GatewayPolicy['limiters'] }
}

/** What is right by itself and wrong together. */
function crossFaults(policy: GatewayPolicy): Fault[] {
  const { sites, limiters, allow, acme, listen } = policy
  const faults: Fault[] = []
  const ids = new Set<string>()
  for (const [index, limiter] of limiters.entries()) {
    const pointer = `/limiters/${index}`
    if (ids.has(limiter.id)) faults.push({ code: 'same-id', pointer: `${pointer}/id` })
    ids.add(limiter.id)
    faults.push(...limitFaults(pointer, () => createLimiters([limiterOf(limiter)], trial)))
  }
  faults.push(...limitFaults('', () => createAllowList(allow), 'allow'))
  if (listen.http === null && listen.https === null) faults.push({ code: 'no-port', pointer: '/listen' })
  const agents = new Set<string>()
  for (const [index, { agent }] of policy.signedBots.entries()) {
    const { href } = new URL(agent)
    if (agents.has(href)) faults.push({ code: 'same-agent', pointer: `/signedBots/${index}/agent` })
    agents.add(href)
  }
  const hosts = new Set<string>()
  for (const [index, site] of sites.entries()) {
    const pointer = `/sites/${index}`
    for (const [at, host] of site.hosts.entries()) {
      if (hosts.has(host)) faults.push({ code: 'host-twice', pointer: `${pointer}/hosts/${at}`, params: { host } })
      hosts.add(host)
    }
    if (site.certificate === 'ACME' && acme === undefined)
      faults.push({ code: 'acme-missing', pointer: `${pointer}/certificate` })
    if (site.certificate !== undefined && listen.https === null)
      faults.push({ code: 'https-port-missing', pointer: `${pointer}/certificate` })
    // Nobody is called careless for following a link that no robots.txt forbids.
    if (site.trapLinks && site.robots.mode === 'LEAVE')
      faults.push({ code: 'robots-needed', pointer: `${pointer}/trapLinks` })
    const hasCaptcha = (site.captcha ?? policy.captcha) !== undefined
    // Its limiters may ask for work at any time.
    if ((site.dashboard ?? policy.dashboard) !== undefined && !hasCaptcha)
      faults.push({ code: 'captcha-missing', pointer: `${pointer}/dashboard` })
    const names = new Set<string>()
    for (const [at, one] of site.policies.entries()) {
      const own = `${pointer}/policies/${at}`
      if (names.has(one.name)) faults.push({ code: 'same-name', pointer: `${own}/name` })
      names.add(one.name)
      for (const [position, id] of one.limiters.entries())
        if (!ids.has(id))
          faults.push({ code: 'unknown-limiter', pointer: `${own}/limiters/${position}`, params: { id } })
      const asksWork =
        one.challenge !== 'NEVER' ||
        Object.values(one.programs).includes('CHALLENGE') ||
        limiters.some(({ id, ladder }) => ladder !== null && one.limiters.includes(id))
      if (asksWork && !hasCaptcha) faults.push({ code: 'captcha-missing', pointer: `${own}/name` })
      if (at < site.policies.length - 1 && one.paths === undefined && one.methods === undefined)
        faults.push({ code: 'hides-policies-below', pointer: `${own}/name` })
    }
  }
  return faults
}

const trial = { scope: 'trial', secret: Buffer.alloc(32), store: createMemoryStore({ keysMax: 1 }) }

/** The faults that packages/limits finds when it compiles something. */
function limitFaults(pointer: string, compile: () => unknown, field?: string): Fault[] {
  try {
    compile()
    return []
  } catch (error) {
    if (!(error instanceof LimitFault)) throw error
    const place = field ?? (ofLimit.has(error.field) ? `limit/${error.field}` : error.field)
    return [{ code: error.code, pointer: `${pointer}/${place}`, params: { why: error.message } }]
  }
}

const ofLimit = new Set(['limit', 'windowMs', 'tokens', 'everyMs', 'leaseMs', 'zone'])

/** A limiter as packages/limits takes it. */
export function limiterOf(limiter: GatewayPolicy['limiters'][number]): Parameters<typeof createLimiters>[0][number] {
  const { ladder } = limiter
  // Optional fields that were left out are not there; the compiler takes them for fields that may be undefined.
  return { ...limiter, ladder: ladder === 'USUAL' ? usualLadder : ladder } as Parameters<
    typeof createLimiters
  >[0][number]
}
