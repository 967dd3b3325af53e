import { formatNetwork, parseNetwork } from '@bollard/addresses'
import type { RuleCondition, RuleContent } from '@bollard/contracts'
import { type FieldError, ProblemError } from '@bollard/http'
import { continentOf } from '@bollard/visitor-rules'
import { parseDomain } from '../../edge/request/allowed-hosts.ts'

/**
 * A rule as it is stored: networks and hosts in their one form, no value twice. Refuses with `validation-failed` what the schema
 * cannot see. @param allowedExpiry an expiry in the past that is no fault, because the rule has it already
 */
export function checkRule(
  content: RuleContent,
  { now, allowedExpiry = null }: { now: number; allowedExpiry?: Date | null },
): RuleContent {
  const faults: FieldError[] = []
  const fields = new Set<string>()
  const conditions = content.conditions.map((condition, index) => {
    const pointer = `/conditions/${index}`
    if (fields.has(condition.field)) faults.push({ pointer: `${pointer}/field`, code: 'duplicate' })
    fields.add(condition.field)
    return checkCondition(condition, pointer, faults)
  })
  const expiresAt = content.expiresAt === null ? null : Date.parse(content.expiresAt)
  if (expiresAt !== null && expiresAt <= now && expiresAt !== allowedExpiry?.getTime())
    faults.push({ pointer: '/expiresAt', code: 'in-the-past' })
  if (faults.length > 0) throw new ProblemError('validation-failed', undefined, { errors: faults })
  return { ...content, conditions }
}

function checkCondition(condition: RuleCondition, pointer: string, faults: FieldError[]): RuleCondition {
  switch (condition.field) {
    case 'country':
      return { ...condition, values: checkCountries(condition.values, `${pointer}/values`, faults) }
    case 'ip':
      return { ...condition, values: checkNetworks(condition.values, `${pointer}/values`, faults) }
    case 'hostname':
      return { ...condition, values: checkEach(condition.values, `${pointer}/values`, faults, hostOf) }
    case 'score':
      if (condition.from > condition.to)
        faults.push({ pointer: `${pointer}/to`, code: 'too-small', params: { min: condition.from } })
      return condition
    case 'asn':
      return { ...condition, values: [...new Set(condition.values)] }
    case 'continent':
      return { ...condition, values: [...new Set(condition.values)] }
    case 'networkKind':
      return { ...condition, values: [...new Set(condition.values)] }
    case 'network':
    case 'userAgent':
    case 'language':
    case 'path':
    case 'action':
      return { ...condition, values: [...new Set(condition.values)] }
    default:
      return condition satisfies never
  }
}

/** Country codes, each once; adds a fault for what is no country. */
export function checkCountries(codes: readonly string[], pointer: string, faults: FieldError[]): string[] {
  return checkEach(codes, pointer, faults, (code) => (continentOf(code) === null ? { code: 'unknown-country' } : code))
}

/** Networks in their one form, each once; adds a fault for what is none, and for what holds a good part of all addresses. */
export function checkNetworks(texts: readonly string[], pointer: string, faults: FieldError[]): string[] {
  return checkEach(texts, pointer, faults, (text) => {
    const network = parseNetwork(text.trim())
    if (network === null) return { code: 'invalid-network' }
    const min = network.family === 4 ? 8 : 16
    return network.prefix < min ? { code: 'network-too-wide', params: { min } } : formatNetwork(network)
  })
}

function hostOf(text: string): string | Fault {
  const parsed = parseDomain(text)
  return parsed.ok ? parsed.domain : { code: parsed.code }
}

type Fault = Omit<FieldError, 'pointer'>

function checkEach(
  values: readonly string[],
  pointer: string,
  faults: FieldError[],
  check: (value: string) => string | Fault,
): string[] {
  const kept = new Set<string>()
  for (const [index, value] of values.entries()) {
    const checked = check(value)
    if (typeof checked === 'string') kept.add(checked)
    else faults.push({ pointer: `${pointer}/${index}`, ...checked })
  }
  return [...kept]
}
