import {
  ladderRungs,
  type Limiter,
  type LimiterKeyPart,
  type LimiterLadder,
  type LimiterLimit,
  type LimiterNew,
  limitKinds,
  outagePolicies,
} from '@bollard/contracts'
import { choiceAt, listAt, numberAt, numberOrNull, textAt, type TypedValues } from '../typed-values.ts'

/** So many parts make a key at most. */
export const keyPartsMax = 4
export const keyNames = [
  'network',
  'operator',
  'country',
  'user',
  'path',
  'email',
  'ticket',
  'tls',
  'header',
  'cookie',
  'expression',
] as const
export const countedWhen = ['BEFORE', 'AFTER_FAILURE', 'AFTER_SUCCESS'] as const

/** Kinds whose limit a solved challenge can give something back of, so that the work can be raised before anybody is refused. */
export const kindsWithLadder: readonly LimiterLimit['kind'][] = ['FIXED_WINDOW', 'TOKEN_BUCKET', 'QUOTA']

const usual: TypedValues = {
  'limit/kind': 'SLIDING_WINDOW',
  'limit/limit': '60',
  'limit/windowSeconds': '60',
  'limit/tokens': '1',
  'limit/everySeconds': '1',
  'limit/leaseSeconds': '60',
  'limit/period': 'DAY',
  'limit/zone': 'Etc/UTC',
  'key/0/from': 'network',
  'key/0/v4': '32',
  'key/0/v6': '64',
  missing: 'SKIP',
  counts: 'BEFORE',
  outage: 'OPEN',
  'ladder/on': '',
  'ladder/steps/LOG': '80',
  'ladder/steps/EASY': '100',
  'ladder/steps/HARD': '200',
  'ladder/steps/THROTTLE': '300',
  'ladder/steps/DENY': '600',
  'ladder/holdSeconds': '60',
  'ladder/credit/EASY': '1',
  'ladder/credit/HARD': '2',
  'ladder/work/EASY': '100',
  'ladder/work/HARD': '400',
  mode: 'DRY_RUN',
}

/** What one can begin with: attempts to sign in, an API, and messages of a form. */
export const startingPoints = ['sign-in', 'api', 'messages'] as const
export type StartingPoint = (typeof startingPoints)[number]
const beginnings: Readonly<Record<StartingPoint, TypedValues>> = {
  'sign-in': {
    name: 'sign-in',
    'match/paths': '/login',
    'match/methods': 'POST',
    'limit/kind': 'FIXED_WINDOW',
    'limit/limit': '5',
    'limit/windowSeconds': '300',
    counts: 'AFTER_FAILURE',
    'ladder/on': 'on',
  },
  api: {
    name: 'api',
    'match/paths': '/api/*',
    'limit/kind': 'TOKEN_BUCKET',
    'limit/limit': '60',
    'limit/tokens': '10',
    'limit/everySeconds': '1',
  },
  messages: {
    name: 'messages',
    'match/paths': '/contact',
    'match/methods': 'POST',
    'limit/kind': 'FIXED_WINDOW',
    'limit/limit': '3',
    'limit/windowSeconds': '3600',
    counts: 'AFTER_SUCCESS',
    'ladder/on': 'on',
  },
}

/** What a new form begins with. */
export function newLimiter(from: string | null): TypedValues {
  const point = startingPoints.find((one) => one === from)
  return { ...usual, ...(point === undefined ? {} : beginnings[point]) }
}

/** A stored limiter as it stands in its form. */
export function shownLimiter(limiter: Limiter): TypedValues {
  const { name, match, limit, key, missing, counts, outage, ladder, mode } = limiter
  const { kind, ...amounts } = limit
  return {
    ...usual,
    name,
    'match/hosts': match.hosts.join('\n'),
    'match/paths': match.paths.join('\n'),
    'match/methods': match.methods.join(' '),
    'limit/kind': kind,
    ...fieldsBelow('limit', amounts),
    ...Object.assign({}, ...key.map((part, index) => fieldsBelow(`key/${index}`, part))),
    missing,
    counts,
    outage,
    mode,
    ...(ladder === null ? {} : shownLadder(ladder)),
  }
}

function shownLadder({ steps, holdSeconds, credit, work }: LimiterLadder): TypedValues {
  return {
    'ladder/on': 'on',
    ...Object.fromEntries(
      ladderRungs.map((rung) => [
        `ladder/steps/${rung}`,
        String(steps.find((step) => step.rung === rung)?.fromPercent ?? ''),
      ]),
    ),
    'ladder/holdSeconds': String(holdSeconds),
    ...fieldsBelow('ladder/credit', credit),
    ...fieldsBelow('ladder/work', work),
  }
}

const fieldsBelow = (at: string, values: object): TypedValues =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${at}/${name}`, String(value)]))

/** As it is sent; what does not fit is left to the service, which names the field. */
export function limiterOf(typed: TypedValues): LimiterNew {
  const limit = limitOf(typed)
  return {
    name: textAt(typed, 'name'),
    match: {
      hosts: listAt(typed, 'match/hosts'),
      paths: listAt(typed, 'match/paths'),
      methods: listAt(typed, 'match/methods').map((method) => method.toUpperCase()),
    },
    limit,
    key: keyOf(typed),
    missing: choiceAt(typed, 'missing', ['SKIP', 'SHARE']),
    // Requests at the same time can only be counted before; their form offers nothing else.
    counts: limit.kind === 'CONCURRENCY' ? 'BEFORE' : choiceAt(typed, 'counts', countedWhen),
    outage: choiceAt(typed, 'outage', outagePolicies),
    ladder: textAt(typed, 'ladder/on') !== '' && kindsWithLadder.includes(limit.kind) ? ladderOf(typed) : null,
  }
}

function limitOf(typed: TypedValues): LimiterLimit {
  const at = (name: string) => numberAt(typed, `limit/${name}`)
  const kind = choiceAt(typed, 'limit/kind', limitKinds)
  const limit = at('limit')
  switch (kind) {
    case 'FIXED_WINDOW':
    case 'SLIDING_WINDOW':
      return { kind, limit, windowSeconds: at('windowSeconds') }
    case 'TOKEN_BUCKET':
      return { kind, limit, tokens: at('tokens'), everySeconds: at('everySeconds') }
    case 'CONCURRENCY':
      return { kind, limit, leaseSeconds: at('leaseSeconds') }
    case 'QUOTA':
      return {
        kind,
        limit,
        period: choiceAt(typed, 'limit/period', ['DAY', 'MONTH']),
        zone: textAt(typed, 'limit/zone'),
      }
    default:
      return kind satisfies never
  }
}

/** The parts that were chosen, in their order; rows without a choice are left out. */
function keyOf(typed: TypedValues): LimiterKeyPart[] {
  return Array.from({ length: keyPartsMax }, (_, row) => row).flatMap((row): LimiterKeyPart[] => {
    const at = (name: string) => textAt(typed, `key/${row}/${name}`)
    const from = keyNames.find((one) => one === at('from'))
    switch (from) {
      case undefined:
        return []
      case 'network':
        return [{ from, v4: at('v4') === '24' ? 24 : 32, v6: at('v6') === '48' ? 48 : at('v6') === '56' ? 56 : 64 }]
      case 'header':
      case 'cookie':
        return [{ from, name: at('name') }]
      case 'expression':
        return [{ from, text: at('text') }]
      default:
        return [{ from }]
    }
  })
}

function ladderOf(typed: TypedValues): LimiterLadder {
  const steps = ladderRungs.flatMap((rung) => {
    const fromPercent = numberOrNull(typed, `ladder/steps/${rung}`)
    return fromPercent === null ? [] : [{ rung, fromPercent }]
  })
  const both = (name: string) => ({
    EASY: numberAt(typed, `ladder/${name}/EASY`),
    HARD: numberAt(typed, `ladder/${name}/HARD`),
  })
  return { steps, holdSeconds: numberAt(typed, 'ladder/holdSeconds'), credit: both('credit'), work: both('work') }
}
