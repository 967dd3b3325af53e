import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters'
import { hashToken } from './token.ts'

/**
 * better-auth stores session tokens as they are. This wraps its database adapter so that only hashes reach the table:
 * tokens are hashed on the way in, and put back into the rows that were asked for by token on the way out.
 */
export function hashSessionTokens(inner: DBAdapter): DBAdapter {
  return {
    ...wrap(inner),
    transaction: (work) => inner.transaction((trx) => work(wrap(trx))),
  }
}

function wrap<A extends DBTransactionAdapter>(inner: A): A {
  return {
    ...inner,
    create: async (request) => {
      if (request.model !== 'session') return inner.create(request)
      const { token } = request.data
      return withToken(await inner.create({ ...request, data: hashField(request.data) }), token)
    },
    findOne: async (request) => withToken(await inner.findOne(hashWhere(request)), askedToken(request)),
    findMany: (request) => inner.findMany(hashWhere(request)),
    count: (request) => inner.count(hashWhere(request)),
    update: async (request) => withToken(await inner.update({ ...hashWhere(request), update: hashUpdate(request) }), askedToken(request)),
    updateMany: (request) => inner.updateMany({ ...hashWhere(request), update: hashUpdate(request) }),
    delete: (request) => inner.delete(hashWhere(request)),
    deleteMany: (request) => inner.deleteMany(hashWhere(request)),
    consumeOne: async (request) => withToken(await inner.consumeOne(hashWhere(request)), askedToken(request)),
    incrementOne: async (request) => withToken(await inner.incrementOne(hashWhere(request)), askedToken(request)),
  }
}

interface Request {
  model: string
  where?: Where[] | undefined
}

function hashWhere<R extends Request>(request: R): R {
  if (request.model !== 'session' || !request.where) return request
  return {
    ...request,
    where: request.where.map((condition) => (condition.field === 'token' ? { ...condition, value: hashValue(condition.value) } : condition)),
  }
}

function hashUpdate(request: { model: string; update: Record<string, unknown> }): Record<string, unknown> {
  return request.model === 'session' ? hashField(request.update) : request.update
}

function hashField<T extends Record<string, unknown>>(data: T): T {
  return typeof data.token === 'string' ? { ...data, token: hashToken(data.token) } : data
}

function hashValue(value: Where['value']): Where['value'] {
  if (typeof value === 'string') return hashToken(value)
  if (Array.isArray(value)) return value.map((part) => hashToken(String(part)))
  return value
}

/** The plain token by which one session was asked for. */
function askedToken(request: Request): unknown {
  if (request.model !== 'session') return undefined
  return request.where?.find((condition) => condition.field === 'token' && (condition.operator ?? 'eq') === 'eq')?.value
}

function withToken<T>(row: T, token: unknown): T {
  return typeof token === 'string' && typeof row === 'object' && row !== null && 'token' in row ? { ...row, token } : row
}
