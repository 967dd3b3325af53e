import { type LimiterNew, ProblemError } from '@bollard/contracts'
import { createLimiters, createMemoryStore, type Limit, type Limiter, LimitFault, type Override } from '@bollard/limits'

/** What is stored of a limiter beside its name. */
export type LimiterConfig = Omit<LimiterNew, 'name'>

/** A limiter as it is counted: in milliseconds, named as in reasons and header fields. */
export function toLimiter(
  { name, config, mode }: { readonly name: string; readonly config: LimiterConfig; readonly mode: Limiter['mode'] },
  overrides: readonly Override[],
): Limiter {
  const { limit, key, missing, counts, outage, ladder } = config
  return {
    id: name,
    limit: toLimit(limit),
    key,
    missing,
    counts,
    outage,
    mode,
    ladder: ladder && { ...ladder, holdMs: ladder.holdSeconds * 1_000 },
    overrides,
  }
}

function toLimit(limit: LimiterConfig['limit']): Limit {
  switch (limit.kind) {
    case 'FIXED_WINDOW':
    case 'SLIDING_WINDOW':
      return { kind: limit.kind, limit: limit.limit, windowMs: limit.windowSeconds * 1_000 }
    case 'TOKEN_BUCKET':
      return { kind: limit.kind, limit: limit.limit, tokens: limit.tokens, everyMs: limit.everySeconds * 1_000 }
    case 'CONCURRENCY':
      return { kind: limit.kind, limit: limit.limit, leaseMs: limit.leaseSeconds * 1_000 }
    case 'QUOTA':
      return limit
    default:
      return limit satisfies never
  }
}

/** Where the contract has what the arithmetic names. */
const pointers: Readonly<Record<string, string>> = {
  id: '/name',
  limit: '/limit/limit',
  windowMs: '/limit/windowSeconds',
  everyMs: '/limit/everySeconds',
  tokens: '/limit/tokens',
  leaseMs: '/limit/leaseSeconds',
  zone: '/limit/zone',
  overrides: '/values',
  allowList: '/value',
}

/** Turns what the arithmetic refuses into `validation-failed` with the field; anything else goes on as it is. */
export function toProblem(error: unknown): never {
  if (!(error instanceof LimitFault)) throw error
  const pointer = pointers[error.field] ?? `/${error.field}`
  throw new ProblemError('validation-failed', error.message, { errors: [{ pointer, code: error.code }] })
}

const nowhere = createMemoryStore({ keysMax: 1 })

/** Throws `validation-failed` for a limiter that the arithmetic cannot work with. */
export function assertUsable({ name, ...config }: LimiterNew, overrides: readonly Override[] = []): void {
  try {
    createLimiters([toLimiter({ name, config, mode: 'LIVE' }, overrides)], {
      scope: '',
      secret: Buffer.alloc(1),
      store: nowhere,
    })
  } catch (error) {
    toProblem(error)
  }
}
